import { isSound } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import type { Context } from './context.ts'
import type { EncodedCall } from './encode.ts'
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

/**
 * Says that calls were matched by the leaf's own arguments alone, where they were.
 *
 * @param calls - encoded calls, those inside loans too.
 * @param listener - where, and whether to be quiet.
 */
export function remarkStructural(calls: readonly EncodedCall[], listener: Listener): void {
  for (const { match, data, target, inner } of calls) {
    if (match === 'structural') {
      const call = `${data.slice(0, 10)} of ${target}`
      writeRemark(
        `No rule tells what decoders pack for ${call}; the leaf was found by its own arguments. Simulate before signing.`,
        listener,
      )
    }
    remarkStructural(inner, listener)
  }
}
