export const testLimitSlovak = () => ({
  day: "Spoločnosť dnes poslala najvyšší počet testovacích e-mailov. Ďalšie pôjdu poslať zajtra.",
  strangers:
    "Na adresy, ktoré nepatria členom tímu ani kontaktom, dnes ďalší test neodíde. Pošlite ho na adresu člena alebo kontaktu, alebo zajtra.",
});
