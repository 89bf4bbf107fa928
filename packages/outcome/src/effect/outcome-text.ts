import { escapeInvisible, markOwnName } from '@vaultwright/base'
import type { ManagerRevert } from '@vaultwright/manager'
import type { SimulationOutcome } from './simulation.ts'

/** The text for two engines that differ: neither is to be believed. */
export const enginesDiffer = 'The node and its fork disagree. Believe neither.'

/**
 * Says which engines contradict what is proven.
 *
 * @param engines - at least one.
 * @param fields - what they see otherwise, `balances` or `gas`.
 */
export function contradictsProof(
  engines: readonly ('node' | 'fork')[],
  fields: readonly string[],
): string {
  const [first] = engines
  const who =
    engines.length > 1
      ? 'The node and its fork contradict'
      : first === 'fork'
        ? 'The fork of the node contradicts'
        : 'The node contradicts'
  return `${who} what is proven from the hash of the block: ${fields.join(', ')}. Do not sign, and ask another node.`
}

/**
 * Says how a simulated transaction ended.
 *
 * @returns true, or a sentence with the error and the call that fails.
 */
export function simulationStatusOf(outcome: SimulationOutcome): true | string {
  if (outcome.status === 'success') return true
  const { failing, halt, revert } = outcome
  const where = failing === null ? '' : ` Call ${failing.path.join('.')} fails.`
  return `The call would revert: ${halt ?? revertTextOf(revert)}.${where}`
}

/**
 * Says with what a call reverts.
 *
 * @param revert - the error, named where it is known.
 * @returns name and values on one line; of the language's own `Error`, its text in quotes.
 */
export function revertTextOf(revert: ManagerRevert): string {
  if (revert.name === null) {
    return revert.data === '0x'
      ? 'without a reason'
      : `with an error that is not known here, ${shortOf(revert.data)}`
  }
  const { message } = revert.arguments
  if (revert.name === 'Error' && typeof message === 'string') {
    if (message === '') return 'with an empty reason'
    return `"${escapeInvisible(shortOf(message))}"`
  }
  const values = Object.entries(revert.arguments).map(
    ([name, value]) => `${name} ${shortOf(valueTextOf(value))}`,
  )
  return escapeInvisible(markOwnName(`${revert.name}(${values.join(', ')})`, revert.isOwnName))
}

/**
 * Names the values of the error with which a call reverts.
 *
 * @returns texts by name, as `valueTextOf` writes them; null where the error is not known.
 */
export function revertArgumentsOf(revert: ManagerRevert): Readonly<Record<string, string>> | null {
  if (revert.name === null) return null
  const values = Object.entries(revert.arguments)
  return Object.fromEntries(values.map(([name, value]) => [name, valueTextOf(value)]))
}

/**
 * Writes a decoded value for a person.
 *
 * @param value - text, number, truth value, or a list or record of them.
 * @returns the text; JSON of lists and records.
 */
export function valueTextOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'bigint' ? String(one) : one,
  )
}

function shortOf(text: string): string {
  return text.length > 100 ? `${text.slice(0, 74)}…` : text
}
