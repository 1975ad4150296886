import type { PreviewSentences } from "./types.js";

export const supplySentences = {
  center_is_own: {
    en: "The center is this business's.",
    es: "El centro es de este negocio.",
    pt: "O centro é deste negócio.",
  },
  product_is_own: {
    en: "The product is this business's.",
    es: "El producto es de este negocio.",
    pt: "O produto é deste negócio.",
  },
  center_stock_is_own: {
    en: "The center stock is this business's.",
    es: "Las existencias del centro son de este negocio.",
    pt: "O estoque do centro é deste negócio.",
  },
  product_is_new_at_center: {
    en: "The center does not keep this product yet.",
    es: "El centro todavía no tiene este producto.",
    pt: "O centro ainda não tem este produto.",
  },
  receiver_keeps_product: {
    en: "The receiving center keeps this product.",
    es: "El centro que recibe tiene este producto.",
    pt: "O centro que recebe tem este produto.",
  },
  enough_stock: {
    en: "The center holds {#held}; {#asked} are asked for.",
    es: "Unidades en el centro: {#held}; se piden: {#asked}.",
    pt: "Unidades no centro: {#held}; são pedidas: {#asked}.",
  },
  nothing_reserved: {
    en: "Nothing is reserved: until it is approved, others may take these units.",
    es: "No se reserva nada: hasta la aprobación, otros pueden retirar estas unidades.",
    pt: "Nada é reservado: até a aprovação, outros podem retirar estas unidades.",
  },
  leaves_center_low: {
    en: "It leaves the center low: {#left} are left, the alert is {#alert}.",
    es: "El centro queda con pocas existencias: {#left}. La alerta está en {#alert}.",
    pt: "O centro fica com estoque baixo: {#left}. O alerta está em {#alert}.",
  },
  low_afterwards: {
    en: "The center is low afterwards: {#units} units, the alert is {#alert}.",
    es: "El centro queda con pocas existencias: {#units}. La alerta está en {#alert}.",
    pt: "O centro fica com estoque baixo: {#units}. O alerta está em {#alert}.",
  },
  named_low_afterwards: {
    en: "{center} is low afterwards: {#units} units, the alert is {#alert}.",
    es: "{center} queda con pocas existencias: {#units}. La alerta está en {#alert}.",
    pt: "{center} fica com estoque baixo: {#units}. O alerta está em {#alert}.",
  },
  starts_low_at_center: {
    en: "It starts low: {#units} at the center, the alert is {#alert}.",
    es: "Empieza con pocas existencias en el centro: {#units}. La alerta está en {#alert}.",
    pt: "Começa com estoque baixo no centro: {#units}. O alerta está em {#alert}.",
  },
  starts_low: {
    en: "It starts low: {#units} in all, the threshold is {#alert}.",
    es: "Empieza con pocas existencias en total: {#units}. La alerta está en {#alert}.",
    pt: "Começa com estoque baixo no total: {#units}. O alerta está em {#alert}.",
  },
  center_inactive: {
    en: "The center is not active.",
    es: "El centro no está activo.",
    pt: "O centro não está ativo.",
  },
  named_center_inactive: {
    en: "The center {center} is not active.",
    es: "El centro {center} no está activo.",
    pt: "O centro {center} não está ativo.",
  },
  centers_exceed_total: {
    en: "The centers hold {#held} in all, more than the catalogue's total of {#total}.",
    es: "Todos los centros juntos tienen {#held}, más que las existencias totales del producto: {#total}.",
    pt: "Todos os centros juntos têm {#held}, mais que o estoque total do produto: {#total}.",
  },
  count_confirms: {
    en: "It confirms the number that is stored; only a row of the ledger is written.",
    es: "Confirma la cantidad guardada; solo se anota un movimiento.",
    pt: "Confirma a quantidade guardada; só é anotada uma linha no registro.",
  },
  count_differs: {
    en: "The number that is stored is {#stored}: the count differs by {#difference}.",
    es: "La cantidad guardada es {#stored}; diferencia del conteo: {#difference}.",
    pt: "A quantidade guardada é {#stored}; diferença da contagem: {#difference}.",
  },
  count_again: {
    en: "When units come or go before it is approved, approving is refused: count again.",
    es: "Si entran o salen unidades antes de la aprobación, esta se rechaza: hay que contar otra vez.",
    pt: "Se entrarem ou saírem unidades antes da aprovação, ela é recusada: é preciso contar de novo.",
  },
  has_coordinates: {
    en: "The coordinates are on the map.",
    es: "Las coordenadas están en el mapa.",
    pt: "As coordenadas estão no mapa.",
  },
  no_coordinates: {
    en: "No coordinates were given.",
    es: "No se dieron coordenadas.",
    pt: "Não foram dadas coordenadas.",
  },
  on_no_map: {
    en: "A physical center without coordinates is on no map; give lat and long so that people find it.",
    es: "Un centro físico sin coordenadas no está en ningún mapa; con latitud y longitud, las personas lo encuentran.",
    pt: "Um centro físico sem coordenadas não está em nenhum mapa; com latitude e longitude, as pessoas o encontram.",
  },
  serves_nobody: {
    en: "With a capacity of 0 it can serve nobody.",
    es: "Con capacidad 0 no puede atender a nadie.",
    pt: "Com capacidade 0 não pode atender ninguém.",
  },
  created_closed: {
    en: "It is created closed: is_active is false.",
    es: "Se crea cerrado: no está activo.",
    pt: "É criado fechado: não está ativo.",
  },
} as const satisfies PreviewSentences;
