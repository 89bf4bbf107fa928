import { isSound } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import type { Context } from './context.ts'
import { coloured, plain } from './print/ink.ts'
import { printSafely } from './print/table.ts'

/** A context and whether the person asked for silence. */
export type Listener = { readonly context: Context; readonly quiet: boolean }

/**
 * Says something beside the answer, on standard error.
 *
 * @param text - one sentence.
 * @param listener - where, and whether to be quiet.
 */
export function writeRemark(text: string, { context, quiet }: Listener): void {
  if (quiet) return
  const ink = context.config.color.stderr ? coloured : plain
  context.stderr.write(`${ink.yellow('note')}  ${printSafely(text)}\n`)
}

/**
 * Says that a file contradicts itself, where it does.
 *
 * @param path - its name.
 * @param file - the file.
 * @param listener - where, and whether to be quiet.
 */
export function remarkUnsound(path: string, file: TreeFile, listener: Listener): void {
  if (isSound(file.findings)) return
  const text = `${path} contradicts its own leaves. What follows is rebuilt from the leaves; "vaultwright tree check" names the places.`
  writeRemark(text, listener)
}
