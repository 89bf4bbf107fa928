/** The style of a text: its colours, and the maximum width of a table. */
export type TextStyle = {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly yellow: (text: string) => string
  readonly green: (text: string) => string
  readonly cyan: (text: string) => string
  /** Columns of the terminal; null where a table may be as wide as it is. */
  readonly columns: number | null
}

export const plain: TextStyle = Object.freeze({
  bold: same,
  dim: same,
  red: same,
  yellow: same,
  green: same,
  cyan: same,
  columns: null,
})

/** Marks texts with the colours of a terminal. */
export const coloured: TextStyle = Object.freeze({
  bold: marked(1, 22),
  dim: marked(2, 22),
  red: marked(31, 39),
  yellow: marked(33, 39),
  green: marked(32, 39),
  cyan: marked(36, 39),
  columns: null,
})

function same(text: string): string {
  return text
}

function marked(open: number, close: number): (text: string) => string {
  return (text) => (text === '' ? '' : `\u001b[${open}m${text}\u001b[${close}m`)
}
