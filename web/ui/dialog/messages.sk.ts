export const leaveSlovak = () => ({
  title: "Odísť bez uloženia?",
  text: "Zmeny, ktoré ste neuložili, sa stratia.",
  action: "Odísť bez uloženia",
});
