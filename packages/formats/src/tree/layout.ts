/** The layout of a tree file's text; the five that exist in the wild. */
export type Layout = 'forge' | 'prettier-2' | 'prettier-4' | 'expanded-2' | 'expanded-4'

/** Every layout, the recommended one first. */
export const layouts: readonly Layout[] = [
  'prettier-2',
  'prettier-4',
  'expanded-2',
  'expanded-4',
  'forge',
]

/** The width that prettier keeps an array on one line for. */
const printWidth = 80

/**
 * Tells whether a text names a layout.
 *
 * @returns true for one of the five.
 */
export function isLayout(text: unknown): text is Layout {
  return layouts.some((layout) => layout === text)
}

/** Reads how many spaces one step of a layout's indentation has. */
export function indentOf(layout: Layout): number {
  switch (layout) {
    case 'forge':
      return 0
    case 'prettier-2':
    case 'expanded-2':
      return 2
    case 'prettier-4':
    case 'expanded-4':
      return 4
  }
}

/** The position of an array in its line. */
export type ArrayContext = {
  /** Depth of the line that it starts on, in steps of indentation. */
  readonly depth: number
  /** The text before it in its line, without indentation. */
  readonly lead: string
  /** True if a comma follows. */
  readonly comma: boolean
}

/**
 * Prints an array of texts that need no escapes, the way a layout breaks lines.
 *
 * Source: prettier's rule for JSON: one line when it fits into 80 columns with the comma after it,
 * else one item a line. The expanded layouts always break, the raw one never does.
 */
export function printTexts(items: readonly string[], layout: Layout, place: ArrayContext): string {
  const tail = place.comma ? ',' : ''
  if (items.length === 0) return `${place.lead}[]${tail}`
  if (layout === 'forge') return `${place.lead}["${items.join('","')}"]${tail}`
  const step = indentOf(layout)
  if (layout === 'prettier-2' || layout === 'prettier-4') {
    let width = step * place.depth + place.lead.length + 2 + tail.length - 2
    for (let index = 0; index < items.length && width <= printWidth; index++) {
      width += items[index]!.length + 4
    }
    if (width <= printWidth) return `${place.lead}["${items.join('", "')}"]${tail}`
  }
  const outer = ' '.repeat(step * place.depth)
  const inner = ' '.repeat(step * (place.depth + 1))
  return `${place.lead}[\n${inner}"${items.join(`",\n${inner}"`)}"\n${outer}]${tail}`
}
