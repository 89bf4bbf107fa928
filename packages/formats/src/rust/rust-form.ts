import {
  assertKeys,
  countOf,
  flagOf,
  itemsOf,
  type JsonFields,
  type JsonSource,
  stringOf,
} from '../text/field.ts'
import { refuse } from '../text/json-text.ts'
import { isLayout, layouts } from '../tree/layout.ts'
import {
  type Deviation,
  type PaddingText,
  paddingTexts,
  type TreeFileForm,
} from '../tree/tree-file.ts'

/**
 * Reads the form of a solidity text as the rust format keeps it.
 *
 * @throws {FileSchemaError} when a value is not what the format asks for.
 */
export function readRustForm(source: JsonSource, fields: JsonFields): TreeFileForm {
  const path = ['metadata', 'form']
  const required = ['layout', 'newline', 'final_newline', 'padding']
  const optional = ['leaf_indexes', 'deviations']
  assertKeys(source, { fields, path }, { required, optional })
  const { layout, newline, padding } = fields
  if (!isLayout(layout)) {
    refuse(source.text, [...path, 'layout'], `must be one of ${layouts.join(', ')}`)
  }
  if (newline !== '\n' && newline !== '\r\n') {
    refuse(source.text, [...path, 'newline'], 'must be "\\n" or "\\r\\n"')
  }
  if (!isPaddingText(padding)) {
    refuse(source.text, [...path, 'padding'], `must be one of ${paddingTexts.join(', ')}`)
  }
  const finalNewline = flagOf(source, fields.final_newline, [...path, 'final_newline'])
  const leafIndexes = Object.hasOwn(fields, 'leaf_indexes') ? readIndexes(source, fields) : null
  const deviations = Object.hasOwn(fields, 'deviations') ? readDeviations(source, fields) : []
  return { layout, newline, finalNewline, leafIndexes, padding, deviations }
}

function readIndexes(source: JsonSource, fields: JsonFields): readonly number[] {
  const path = ['metadata', 'form', 'leaf_indexes']
  const items = itemsOf(source, fields.leaf_indexes, path)
  return items.map((item, slot) => countOf(source, item, [...path, slot]))
}

function readDeviations(source: JsonSource, fields: JsonFields): readonly Deviation[] {
  const path = ['metadata', 'form', 'deviations']
  return itemsOf(source, fields.deviations, path).map((item, index): Deviation => {
    const place = [...path, index]
    const [piece, text, ...tail] = itemsOf(source, item, place)
    if (typeof piece !== 'number' || !Number.isSafeInteger(piece) || piece < 0 || tail.length > 0) {
      refuse(source.text, place, 'must be a number from 0 and a text')
    }
    return [piece, stringOf(source, text, [...place, 1])]
  })
}

function isPaddingText(value: unknown): value is PaddingText {
  return paddingTexts.some((text) => text === value)
}
