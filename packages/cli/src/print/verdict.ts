import type { CalldataVerdict, CallVerdict, Certainty } from '@vaultwright/manager'
import type { Ink } from './ink.ts'
import { printSafely } from './table.ts'

/**
 * Prints the verdict over a batch for a person: a line a call, its reasons below it.
 *
 * @param verdict - over the batch.
 * @param ink - for yes and no.
 * @returns the lines; calls inside flash loans are indented.
 */
export function* printVerdicts(verdict: CalldataVerdict, ink: Ink): Iterable<string> {
  if (verdict.calls.length === 0) yield 'The batch is empty: it makes no call and is let through.\n'
  for (const call of verdict.calls) yield* printCall(call, ink)
  if (verdict.calls.length > 0) yield `\n${sentenceOf(verdict, ink)}\n`
}

function* printCall(call: CallVerdict, ink: Ink): Iterable<string> {
  const margin = '  '.repeat(call.path.length - 1)
  const head = `${margin}${labelOf(call.verdict, ink)}  call ${call.path.join('.')}`
  yield `${head}  ${nameOf(call)} on ${call.target}${call.value > 0n ? ` with ${call.value} wei` : ''}\n`
  if (call.leaf !== null) {
    const slots = call.positions.length > 0 ? `leaf ${call.positions.join(', ')}` : 'leaf'
    const how = call.found === 'exact' ? '' : ` (${call.found})`
    const told = call.leaf.description === '' ? '' : `: ${printSafely(call.leaf.description)}`
    yield ink.dim(`${margin}          ${slots}${how}${told}\n`)
  }
  for (const { read, value } of call.reads) {
    yield ink.yellow(`${margin}          only while ${read.key} is ${value} on chain\n`)
  }
  for (const { reason, message } of call.reasons) {
    yield `${margin}          ${printSafely(message)} ${ink.dim(`[${reason}]`)}\n`
  }
}

function labelOf(verdict: Certainty, ink: Ink): string {
  if (verdict === 'proven') return ink.green('proven  ')
  return verdict === 'refused' ? ink.red('refused ') : ink.yellow('unproven')
}

function nameOf({ leaf, selector }: CallVerdict): string {
  if (leaf !== null && leaf.signature !== '') return printSafely(leaf.signature)
  return selector ?? '(no selector)'
}

function sentenceOf({ verdict, calls }: CalldataVerdict, ink: Ink): string {
  const proven = calls.filter((call) => call.verdict === 'proven').length
  const count = `${proven} of ${calls.length} calls are proven`
  if (verdict === 'proven') return ink.green(`Yes: ${count}.`)
  if (verdict === 'refused') return ink.red(`No: ${count}. The Manager reverts the whole batch.`)
  return ink.yellow(`Open: ${count}. Give what is missing, or simulate the batch.`)
}
