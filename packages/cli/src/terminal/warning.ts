import { isSound } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import type { EncodedCall } from '@vaultwright/operations'
import type { Context } from './context.ts'
import { coloured, plain } from './style.ts'
import { printSafely } from './table.ts'

/** A context and whether the person asked for silence. */
export type WarningTarget = { readonly context: Context; readonly quiet: boolean }

/** Says something beside the answer, on standard error. */
export function writeWarning(text: string, { context, quiet }: WarningTarget): void {
  if (quiet) return
  const style = context.config.color.stderr ? coloured : plain
  context.stderr.write(`${style.yellow('note')}  ${printSafely(text)}\n`)
}

/** Says that a file contradicts itself, where it does. */
export function warnUnsound(path: string, file: TreeFile, log: WarningTarget): void {
  if (isSound(file.findings)) return
  const text = `${path} contradicts its own leaves. What follows is rebuilt from the leaves; "vaultwright tree check" names the places.`
  writeWarning(text, log)
}

/** Says that a file states another root than its leaves have. */
export function warnOtherRoot(path: string, stated: string, log: WarningTarget): void {
  const text = `${path} states the root ${stated} and contradicts its own leaves; "vaultwright tree check" names the places.`
  writeWarning(text, log)
}

/** Says what a solidity file made of another lacks, or that it is not the source byte for byte. */
export function warnReprint(path: string, file: TreeFile, log: WarningTarget): void {
  const { vault, manager, accountant, decoder } = file.metadata
  const isNameless = [vault, manager, accountant, decoder].every((account) => account === null)
  if (isNameless && file.format !== 'solidity') {
    const text = `${path} names no vault, Manager, accountant or decoder; nor does the solidity file made of it.`
    writeWarning(text, log)
  }
  const respelt = file.findings.find(({ code }) => code === 'layout_unknown')
  if (respelt !== undefined) writeWarning(`${path}: ${respelt.message}`, log)
}

/** Says on what the leaves of encoded calls rest, where it is not on a rule alone. */
export function warnMatches(calls: readonly EncodedCall[], log: WarningTarget): void {
  for (const { match, assumed, data, target, inner } of calls) {
    const call = `${data.slice(0, 10)} of ${target}`
    if (match === 'structural') {
      writeWarning(
        `No rule tells what decoders pack for ${call}; the leaf was found by its own arguments. Simulate before signing.`,
        log,
      )
    }
    for (const { read: reading, value } of assumed) {
      writeWarning(`${call} is permitted only while ${reading.key} is ${value} on chain.`, log)
    }
    warnMatches(inner, log)
  }
}
