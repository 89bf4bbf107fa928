/** One word of the notation; `at` is its first character in the text. */
export type RuleToken = {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end'
  readonly text: string
  readonly at: number
}

const signs = [
  '==',
  '!=',
  '<=',
  '>=',
  '<<',
  '&&',
  '||',
  '..',
  '(',
  ')',
  '[',
  ']',
  '.',
  ',',
  '?',
  ':',
  '<',
  '>',
  '+',
  '-',
  '*',
  '/',
  '%',
  '|',
  '&',
]

/**
 * Cuts a text of the notation into its words.
 *
 * @returns the words in order, an `end` last.
 */
export function tokensOf(
  text: string,
  fail: (at: number, why: string) => never,
): readonly RuleToken[] {
  const tokens: RuleToken[] = []
  let at = 0
  while (at < text.length) {
    const sign = text[at] ?? ''
    if (/\s/.test(sign)) at++
    else if (sign === "'" || sign === '"') {
      const close = text.indexOf(sign, at + 1)
      if (close < 0) fail(at, 'a quotation does not end')
      tokens.push({ kind: 'text', text: text.slice(at + 1, close), at })
      at = close + 1
    } else {
      const token = wordAt(text, at) ?? fail(at, `${JSON.stringify(sign)} means nothing here`)
      tokens.push(token)
      at += token.text.length
    }
  }
  tokens.push({ kind: 'end', text: '', at: text.length })
  return tokens
}

function wordAt(text: string, at: number): RuleToken | null {
  const rest = text.slice(at)
  const name = /^[A-Za-z_$][\w$]*/.exec(rest)
  if (name !== null) return { kind: 'name', text: name[0], at }
  const number = /^(0x[0-9a-fA-F]+|\d+)/.exec(rest)
  if (number !== null) return { kind: 'number', text: number[0], at }
  const sign = signs.find((candidate) => rest.startsWith(candidate))
  return sign === undefined ? null : { kind: 'sign', text: sign, at }
}
