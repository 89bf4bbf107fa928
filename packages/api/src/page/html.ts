import { escapeInvisible } from '@vaultwright/base'

/** HTML in which every text from outside is escaped. */
export type Html = { readonly html: string }

/** What may be put into HTML; null is nothing. */
export type HtmlValue = string | number | Html | null | readonly Html[]

/** Writes HTML: every text that is put in is escaped, only HTML is not. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return { html: parts.map((part, at) => `${part}${written(values[at] ?? null)}`).join('') }
}

function written(value: HtmlValue): string {
  if (value === null) return ''
  if (typeof value !== 'object') return escaped(String(value))
  return 'html' in value ? value.html : value.map((one) => one.html).join('')
}

/** Also what turns the writing or cannot be seen: tokens give themselves any name. */
function escaped(text: string): string {
  return escapeInvisible(text).replace(/[&<>"'`]/g, (char) => `&#${char.charCodeAt(0)};`)
}
