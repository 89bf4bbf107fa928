import { markOwnName } from '@vaultwright/base'
import type { Simulation } from '@vaultwright/chain'
import type { Ink } from './ink.ts'
import { printSafely } from './table.ts'

/** How a simulation is printed. */
export type SimulationManner = { readonly ink: Ink; readonly strict: boolean }

/** Prints how a transaction ends and what deserves a look. */
export function* printOutcome(
  simulation: Simulation,
  { ink, strict }: SimulationManner,
): Iterable<string> {
  const { outcome, warnings } = simulation
  if (outcome.status === 'success') yield `${successOf(warnings.length, { ink, strict })}\n`
  else yield* printRevert(outcome, ink)
  for (const { code, message } of warnings) {
    yield `${ink.yellow('warning')}  ${printSafely(message)} ${ink.dim(`[${code}]`)}\n`
  }
}

function successOf(count: number, { ink, strict }: SimulationManner): string {
  if (count === 0) return ink.green('Would succeed.')
  const told = `${count} ${count === 1 ? 'warning' : 'warnings'}`
  if (strict) return ink.red(`No, for --strict counts warnings: it would succeed with ${told}.`)
  return `${ink.green('Would succeed')}${ink.yellow(`, with ${told}.`)}`
}

function* printRevert(
  outcome: Extract<Simulation['outcome'], { status: 'reverted' }>,
  ink: Ink,
): Iterable<string> {
  const { revert, halt, failing, failingUnknown } = outcome
  yield ink.red(`Would revert: ${halt === null ? revertText(revert) : printSafely(halt)}.\n`)
  if (failing === null) {
    if (failingUnknown !== null) yield `${printSafely(failingUnknown)}\n`
    return
  }
  const { path, target, data, value, stage } = failing
  const named = failing.function ?? (data === '0x' ? '(no data)' : data.slice(0, 10))
  const paid = value > 0n ? ` with ${value} wei` : ''
  yield `call ${path.join('.')}: ${printSafely(named)} on ${target}${paid}\n`
  for (const [name, argument] of Object.entries(failing.arguments ?? {})) {
    yield ink.dim(`  ${printSafely(`${name} ${textOf(argument)}`)}\n`)
  }
  yield stage === 'verification'
    ? 'The Manager refused it before it was made: leaf, proof or decoder.\ncalldata verify with --strategist and --rpc-url tells which, and whether the root on chain is the one meant.\n'
    : 'The Manager let it through; the call itself failed.\n'
}

type Revert = Extract<Simulation['outcome'], { status: 'reverted' }>['revert']

/** Says with what a call reverts. */
export function revertText(revert: Revert): string {
  if (revert.name === null) {
    return revert.data === '0x'
      ? 'without a reason'
      : `with an error that is not known here, ${shortOf(revert.data)}`
  }
  const values = Object.entries(revert.arguments).map(
    ([name, value]) => `${name} ${shortOf(textOf(value))}`,
  )
  return printSafely(markOwnName(`${revert.name}(${values.join(', ')})`, revert.isOwnName))
}

function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    return JSON.stringify(value, (_key, one: unknown) =>
      typeof one === 'bigint' ? String(one) : one,
    )
  }
  return String(value)
}

function shortOf(text: string): string {
  return text.length > 100 ? `${text.slice(0, 74)}…` : text
}
