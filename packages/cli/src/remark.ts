import { isSound } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import type { CalldataVerdict } from '@vaultwright/manager'
import type { Context } from './context.ts'
import type { EncodedCall } from './encode.ts'
import { coloured, plain } from './print/ink.ts'
import { printSafely } from './print/table.ts'
import type { VerifyGround } from './verify-input.ts'

/** A context and whether the person asked for silence. */
export type Listener = { readonly context: Context; readonly quiet: boolean }

/** Says something beside the answer, on standard error. */
export function writeRemark(text: string, { context, quiet }: Listener): void {
  if (quiet) return
  const ink = context.config.color.stderr ? coloured : plain
  context.stderr.write(`${ink.yellow('note')}  ${printSafely(text)}\n`)
}

/** Says that a file contradicts itself, where it does. */
export function remarkUnsound(path: string, file: TreeFile, listener: Listener): void {
  if (isSound(file.findings)) return
  const text = `${path} contradicts its own leaves. What follows is rebuilt from the leaves; "vaultwright tree check" names the places.`
  writeRemark(text, listener)
}

/** Says that a file states another root than its leaves have. */
export function remarkOtherRoot(path: string, stated: string, listener: Listener): void {
  const text = `${path} states the root ${stated} and contradicts its own leaves; "vaultwright tree check" names the places.`
  writeRemark(text, listener)
}

/** Says what a solidity file made of another lacks, or that it is not the source byte for byte. */
export function remarkReprint(path: string, file: TreeFile, listener: Listener): void {
  const { vault, manager, accountant, decoder } = file.metadata
  const isNameless = [vault, manager, accountant, decoder].every((account) => account === null)
  if (isNameless && file.format !== 'solidity') {
    const text = `${path} names no vault, Manager, accountant or decoder; nor does the solidity file made of it.`
    writeRemark(text, listener)
  }
  const respelt = file.findings.find(({ code }) => code === 'layout_unknown')
  if (respelt !== undefined) writeRemark(`${path}: ${respelt.message}`, listener)
}

/** Says on what the leaves of encoded calls rest, where it is not on a rule alone. */
export function remarkMatches(calls: readonly EncodedCall[], listener: Listener): void {
  for (const { match, assumed, data, target, inner } of calls) {
    const call = `${data.slice(0, 10)} of ${target}`
    if (match === 'structural') {
      writeRemark(
        `No rule tells what decoders pack for ${call}; the leaf was found by its own arguments. Simulate before signing.`,
        listener,
      )
    }
    for (const { read, value } of assumed) {
      writeRemark(`${call} is permitted only while ${read.key} is ${value} on chain.`, listener)
    }
    remarkMatches(inner, listener)
  }
}

/** Says that the Manager's own root was taken to be the strategist's, where that mattered. */
export function remarkAssumedRoot(
  verdict: CalldataVerdict,
  { isRootAssumed }: VerifyGround,
  listener: Listener,
): void {
  if (!isRootAssumed || !verdict.calls.some(({ path }) => path.length > 1)) return
  writeRemark(
    "Calls inside flash loans were checked as if the Manager's own root were the strategist's. Give --manager-root or --manager-tree where it is another.",
    listener,
  )
}
