import type { PreviewSentences } from "./types.js";

/** `{#index}` is the place of a gift from 0; people count from 1. */
export const roulettesSentences = {
  lose_gifts: {
    en: "{#loses} of {#gifts} gifts are Perder.",
    es: "Regalos sin premio: {#loses} de {#gifts}.",
    pt: "Brindes sem prêmio: {#loses} de {#gifts}.",
  },
  gift_types_known: {
    en: "Every typeOfGift is a pair of the catalogue.",
    es: "Todos los tipos de regalo existen.",
    pt: "Todos os tipos de brinde existem.",
  },
  roulette_type_known: {
    en: "{#number} is {type}.",
    es: "El tipo de la ruleta existe: {type}.",
    pt: "O tipo da roleta existe: {type}.",
  },
  items_usable: {
    en: "{#linked} gifts name an item; each has stock and is enabled in rewards.",
    es: "Regalos con artículo: {#linked}; cada uno tiene existencias y puede ser premio.",
    pt: "Brindes com item: {#linked}; cada um tem estoque e pode ser prêmio.",
  },
  fallbacks_lead_on: {
    en: "Each fallback names one other gift, without a circle.",
    es: "A cada regalo lo sustituye como mucho otro, sin formar un círculo.",
    pt: "Cada brinde tem no máximo um substituto, sem formar um círculo.",
  },
  spun_at_once: {
    en: "It can be spun as soon as it is created: is_active is true.",
    es: "Se puede girar en cuanto se crea, porque está activa.",
    pt: "Pode ser girada assim que for criada, porque está ativa.",
  },
  only_fallback: {
    en: "gifts[{#index}] has no chance of its own; it comes up only as a fallback.",
    es: "El regalo {#index} no tiene probabilidad propia; solo sale cuando sustituye a otro.",
    pt: "O brinde {#index} não tem chance própria; só sai como substituto de outro.",
  },
  only_first_spin: {
    en: "gifts[{#index}] has no chance of its own; it comes up only on a user's first spin or as a fallback.",
    es: "El regalo {#index} no tiene probabilidad propia; solo sale en el primer giro de un visitante o cuando sustituye a otro.",
    pt: "O brinde {#index} não tem chance própria; só sai no primeiro giro de um visitante ou como substituto de outro.",
  },
  lose_always_available: {
    en: "gifts[{#index}]: quantity and winInterval have no effect on a Perder gift; it is always available.",
    es: "El regalo {#index} es sin premio: la cantidad y los giros entre dos premios no tienen efecto; siempre puede salir.",
    pt: "O brinde {#index} é sem prêmio: a quantidade e os giros entre dois prêmios não têm efeito; sempre pode sair.",
  },
  first_spin_may_lose: {
    en: "gifts[{#index}]: a first spin can be drawn to this Perder gift.",
    es: "El regalo {#index} es sin premio y puede salir en el primer giro.",
    pt: "O brinde {#index} é sem prêmio e pode sair no primeiro giro.",
  },
  never_won: {
    en: "gifts[{#index}] can never be won: its quantity is 0.",
    es: "El regalo {#index} no se puede ganar nunca: su cantidad es 0.",
    pt: "O brinde {#index} nunca pode ser ganho: a quantidade é 0.",
  },
  no_item: {
    en: "gifts[{#index}] names no item: only its quantity is counted, no stock.",
    es: "El regalo {#index} no nombra un artículo: solo se cuenta su cantidad, no las existencias.",
    pt: "O brinde {#index} não nomeia um item: só a quantidade é contada, não o estoque.",
  },
  gift_stock_not_tracked: {
    en: "gifts[{#index}]: the item's stock is not tracked; wins do not reduce it.",
    es: "El regalo {#index}: las existencias de su artículo no se cuentan; al ganarlo no bajan.",
    pt: "O brinde {#index}: o estoque do item não é contado; ao ser ganho, não diminui.",
  },
  more_than_in_stock: {
    en: "{#wanted} units of item {id} can be won, but only {#stock} are in stock.",
    es: "Se pueden ganar más unidades de {id} que las que hay: {#wanted} de {#stock}.",
    pt: "Podem ser ganhas mais unidades de {id} do que há: {#wanted} de {#stock}.",
  },
  no_expiry: {
    en: "Roulettes of type {type} do not support expiry: time_unit and time_to_expire have no effect.",
    es: "En las ruletas de tipo {type} los premios no vencen: el plazo no tiene efecto.",
    pt: "Em roletas do tipo {type} os prêmios não vencem: o prazo não tem efeito.",
  },
  same_values: {
    en: "Nothing would change: the roulette has these values already.",
    es: "No cambiaría nada: la ruleta ya tiene estos valores.",
    pt: "Nada mudaria: a roleta já tem estes valores.",
  },
  activated: {
    en: "Users can spin it as soon as you approve.",
    es: "Los visitantes la pueden girar en cuanto se apruebe.",
    pt: "Os visitantes podem girá-la assim que for aprovado.",
  },
  deactivated: {
    en: "Spins are refused from then on, also for users who have it open. Prizes already won can still be claimed.",
    es: "Desde entonces se rechazan los giros, también de quienes la tienen abierta. Los premios ganados se pueden canjear todavía.",
    pt: "A partir de então os giros são recusados, também de quem está com ela aberta. Os prêmios ganhos ainda podem ser resgatados.",
  },
  fewer_wins: {
    en: "Users who have won {#wins} or more cannot spin it any more; they keep what they won.",
    es: "Quien ya ganó {#wins} o más ya no la puede girar; conserva lo que ganó.",
    pt: "Quem já ganhou {#wins} ou mais não pode mais girá-la; fica com o que ganhou.",
  },
  won_keep_their_time: {
    en: "Prizes already won keep the time they have.",
    es: "Los premios ya ganados conservan su plazo.",
    pt: "Os prêmios já ganhos mantêm o prazo que têm.",
  },
  spun_under_old_terms: {
    en: "{#spins} spins were made under the present terms and conditions.",
    es: "Giros con los términos y condiciones de ahora: {#spins}.",
    pt: "Giros com os termos e condições de agora: {#spins}.",
  },
  next_spin_uses_new: {
    en: "It is active: the next spin uses the new gifts, also for users who still see the old ones.",
    es: "Está activa: el próximo giro usa los regalos nuevos, también para quien todavía ve los anteriores.",
    pt: "Está ativa: o próximo giro usa os brindes novos, também para quem ainda vê os anteriores.",
  },
  units_left: {
    en: "{#units} units of the gift are left.",
    es: "Unidades que quedan del regalo: {#units}.",
    pt: "Unidades que restam do brinde: {#units}.",
  },
  unit_may_be_won: {
    en: "The roulette is active: a unit that is won before you approve is taken from both numbers.",
    es: "La ruleta está activa: una unidad que se gane antes de la aprobación se resta de las dos cantidades.",
    pt: "A roleta está ativa: uma unidade ganha antes da aprovação é descontada das duas quantidades.",
  },
  item_same_values: {
    en: "Nothing would change: the item has these values already.",
    es: "No cambiaría nada: el artículo ya tiene estos valores.",
    pt: "Nada mudaria: o item já tem estes valores.",
  },
  item_withdrawn: {
    en: "No roulette gives it away from then on: its gifts give way to their fallback. Prizes won stay.",
    es: "Desde entonces ninguna ruleta lo entrega: otro regalo sustituye a los suyos. Los premios ganados se conservan.",
    pt: "A partir de então nenhuma roleta o entrega: os brindes dele dão lugar ao substituto. Os prêmios ganhos permanecem.",
  },
  item_has_no_stock: {
    en: "It has no stock, so it cannot be won yet.",
    es: "No tiene existencias, así que todavía no se puede ganar.",
    pt: "Não tem estoque, então ainda não pode ser ganho.",
  },
  stock_no_longer_tracked: {
    en: "Wins do not reduce its stock from then on.",
    es: "Desde entonces sus existencias no bajan cuando alguien lo gana.",
    pt: "A partir de então o estoque não diminui quando alguém o ganha.",
  },
  stock_tracked_from_now: {
    en: "Wins reduce its stock from then on; those until now did not.",
    es: "Desde entonces sus existencias bajan cuando alguien lo gana; hasta ahora no bajaban.",
    pt: "A partir de então o estoque diminui quando alguém o ganha; até agora não diminuía.",
  },
  item_out_of_stock: {
    en: "Without stock it cannot be won: its gifts give way to their fallback.",
    es: "Sin existencias no se puede ganar: otro regalo sustituye a los suyos.",
    pt: "Sem estoque não pode ser ganho: os brindes dele dão lugar ao substituto.",
  },
  item_not_won: {
    en: "Not enabled in rewards, it cannot be won.",
    es: "No puede ser premio, así que no se puede ganar.",
    pt: "Não pode ser prêmio, então não pode ser ganho.",
  },
  item_not_tracked: {
    en: "Its stock is not tracked: wins do not reduce it.",
    es: "Sus existencias no se cuentan: no bajan cuando alguien lo gana.",
    pt: "O estoque não é contado: não diminui quando alguém o ganha.",
  },
  item_stock_enabled: {
    en: "{#units} in stock, enabled in rewards.",
    es: "Existencias: {#units}; puede ser premio.",
    pt: "Estoque: {#units}; pode ser prêmio.",
  },
  item_stock_not_enabled: {
    en: "{#units} in stock, not enabled in rewards.",
    es: "Existencias: {#units}; no puede ser premio.",
    pt: "Estoque: {#units}; não pode ser prêmio.",
  },
  new_item_without_stock: {
    en: "Without stock it cannot be the prize of a roulette.",
    es: "Sin existencias no puede ser el premio de una ruleta.",
    pt: "Sem estoque não pode ser o prêmio de uma roleta.",
  },
  new_item_not_enabled: {
    en: "Not enabled in rewards, it cannot be the prize of a roulette.",
    es: "Sin permitir que sea premio, no puede ser el premio de una ruleta.",
    pt: "Sem permitir que seja prêmio, não pode ser o prêmio de uma roleta.",
  },
  new_item_not_tracked: {
    en: "Its stock is not tracked: wins do not reduce available_stock.",
    es: "Sus existencias no se cuentan: no bajan cuando alguien lo gana.",
    pt: "O estoque não é contado: não diminui quando alguém o ganha.",
  },
  not_claimed: {
    en: "It was not claimed yet.",
    es: "Todavía no se ha canjeado.",
    pt: "Ainda não foi resgatado.",
  },
  claimed_at: {
    en: "It was claimed at {time}.",
    es: "Se canjeó: {time}.",
    pt: "Foi resgatado: {time}.",
  },
  user_gets: {
    en: "{user} gets {gift}. A claim cannot be taken back.",
    es: "{user} recibe {gift}. Un canje no se puede deshacer.",
    pt: "{user} recebe {gift}. Um resgate não pode ser desfeito.",
  },
  visitor_gets: {
    en: "The visitor who says they are {name} gets {gift}. A claim cannot be taken back.",
    es: "El visitante que dice ser {name} recibe {gift}. Un canje no se puede deshacer.",
    pt: "O visitante que diz ser {name} recebe {gift}. Um resgate não pode ser desfeito.",
  },
  claimed_before: {
    en: "It was claimed before: approving changes nothing. Do not hand it out again.",
    es: "Ya se canjeó antes: aprobar no cambia nada. No lo entregues otra vez.",
    pt: "Já foi resgatado antes: aprovar não muda nada. Não o entregue de novo.",
  },
  claimable_until: {
    en: "It can be claimed until {time}.",
    es: "Se puede canjear hasta: {time}.",
    pt: "Pode ser resgatado até: {time}.",
  },
} as const satisfies PreviewSentences;
