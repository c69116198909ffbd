import { Type } from "typebox";
import { NamedObject, named } from "../../kernel/schema.ts";
import { styledProperties } from "../pages/public-page/styled-design.ts";

export const FormDesign = NamedObject("FormDesign", styledProperties);
export const FormDesignInput = named("FormDesignInput", Type.Partial(FormDesign));
