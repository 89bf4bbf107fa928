import { type Finding, isSound } from '@vaultwright/base'
import type { Leaf } from '@vaultwright/manager'
import type { InputText } from '../text/json-text.ts'
import { lineAndColumnOf } from '../text/json-walk.ts'
import { deviationsOf } from '../tree/deviation.ts'
import { type Layout, layouts } from '../tree/layout.ts'
import { freshForm, type TreeFile, type TreeFileForm } from '../tree/tree-file.ts'
import { isTextOf } from './solidity-match.ts'
import { textOf } from './solidity-print.ts'

/** Deviations that are remembered: a text with more follows another tool's layout altogether. */
const maxDeviations = 1_048_576

/** Guesses the form of a solidity text from its first lines and its first arrays. */
export function guessForm(text: string, leaves: readonly Leaf[]): TreeFileForm {
  const newline = text.startsWith('\r\n', text.indexOf('\n') - 1) ? '\r\n' : '\n'
  const finalNewline = text.endsWith('\n')
  return { ...freshForm, layout: guessLayout(text, leaves), newline, finalNewline }
}

/**
 * Finds the form of a text that its first guess did not print back.
 *
 * @returns the file with the layout that prints the text back; when none does, with the deviations
 * from the nearest one; when a value is written otherwise, with a finding that says where.
 */
export function settleForm({ text, bytes }: InputText, file: TreeFile): TreeFile {
  if (!isSound(file.findings)) return { ...file, layout: null }
  for (const layout of layouts) {
    const form = { ...file.form, layout }
    if (isTextOf(bytes, file, form)) return { ...file, layout, form }
  }
  const printed = textOf(file, file.form)
  const deviations = deviationsOf(text, printed)
  if (deviations === null || deviations.length > maxDeviations) {
    const form: TreeFileForm = { ...file.form, layout: 'prettier-2' }
    const finding = respellingFinding(text, printed)
    return { ...file, layout: null, form, findings: [...file.findings, finding] }
  }
  const form = { ...file.form, deviations }
  const finding: Finding = {
    code: 'layout_mixed',
    severity: 'info',
    leaf: null,
    message: `The text follows none of the five layouts; it is printed as ${form.layout} with ${deviations.length} deviations, byte for byte.`,
    facts: { nearest: form.layout, deviations: deviations.length },
  }
  return { ...file, layout: null, form, findings: [...file.findings, finding] }
}

function guessLayout(text: string, leaves: readonly Leaf[]): Layout {
  const margin = /^\{\r?\n( +)"/.exec(text)?.[1]?.length
  if (margin === undefined) return 'forge'
  const isNarrow = margin !== 4
  const couldTell = isNarrow || leaves.some((leaf) => leaf.arguments.length === 1)
  const isTight = couldTell ? text.includes('": ["0x') : text.endsWith('\n')
  if (isNarrow) return isTight ? 'prettier-2' : 'expanded-2'
  return isTight ? 'prettier-4' : 'expanded-4'
}

function respellingFinding(text: string, printed: string): Finding {
  let offset = 0
  while (offset < text.length && text.charCodeAt(offset) === printed.charCodeAt(offset)) offset++
  const { line, column } = lineAndColumnOf(text, offset)
  return {
    code: 'layout_unknown',
    severity: 'info',
    leaf: null,
    message: `The text cannot be printed back byte for byte: it first differs from the format at line ${line}, column ${column}. Printing uses prettier-2.`,
    facts: { line, column, offset },
  }
}
