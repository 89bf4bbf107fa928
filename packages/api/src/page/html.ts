import { createHash } from 'node:crypto'
import { escapeInvisible } from '@vaultwright/base'

/** HTML in which every text from outside is escaped. */
export type Html = { readonly html: string }

/** A value for HTML; null is nothing. */
export type HtmlValue = string | number | Html | null | readonly Html[]

/** Everything that pages look like: small enough for a phone, dark where the reader is. */
export const style = `:root{color-scheme:light dark;--line:#8884;--soft:#667;--good:#17692f;--bad:#b3261e;--look:#8a5a00;--sheet:#8881}
@media(prefers-color-scheme:dark){:root{--soft:#9aa;--good:#6fcf8b;--bad:#ff8a80;--look:#f0b860}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
h1{font-size:1.4rem;margin:.5rem 0}h2{font-size:1.05rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:0}
.verdict{border-left:.4rem solid;border-radius:.3rem;padding:.6rem .8rem;background:var(--sheet);font-weight:600}
.good{color:var(--good)}.bad{color:var(--bad)}.look{color:var(--look)}.soft{color:var(--soft)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:.5rem 0}
dt{color:var(--soft)}dd{margin:0}
ol,ul{padding:0;list-style:none;margin:.5rem 0}li{border:1px solid var(--line);border-radius:.4rem;padding:.6rem .8rem;margin:.5rem 0}
code,pre,.mono{font:.85em/1.5 ui-monospace,monospace}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--sheet);padding:.6rem;border-radius:.4rem;max-height:14rem;overflow:auto;user-select:all}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:normal}
th{color:var(--soft);font-weight:500}td,.number{white-space:nowrap}.number{text-align:right}
summary{cursor:pointer;color:var(--soft)}
@media(max-width:34rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.4rem}}`

const digest = createHash('sha256').update(style).digest('base64')

/** Nothing runs and nothing is fetched: only this style counts, by its hash. */
export const pageHeaders = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  vary: 'Accept',
} as const

/** Writes HTML: every text that is put in is escaped, only HTML is not. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return { html: parts.map((part, at) => `${part}${written(values[at] ?? null)}`).join('') }
}

/** Writes a whole page around its body. */
export function documentOf(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${{ html: style }}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.html
}

/** Writes names and values; what is null is left out. */
export function listOf(rows: readonly (readonly [name: string, value: HtmlValue])[]): Html {
  const shownRows = rows.filter(([, value]) => value !== null)
  return html`<dl>${shownRows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

/** Writes a table. Titles that begin with # are of numbers. */
export function tableOf(titles: readonly string[], rows: readonly (readonly Html[])[]): Html {
  if (rows.length === 0) return html`<p class="soft">none</p>`
  const isNumber = titles.map((title) => title.startsWith('#'))
  const classOf = (at: number) => html`${isNumber[at] === true ? 'number' : ''}`
  const head = titles.map(
    (title, at) => html`<th class="${classOf(at)}">${title.replace('#', '')}</th>`,
  )
  const body = rows.map(
    (row) => html`<tr>${row.map((cell, at) => html`<td class="${classOf(at)}">${cell}</td>`)}</tr>`,
  )
  return html`<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
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
