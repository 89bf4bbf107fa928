import { escapeInvisible, markOwnName } from '@vaultwright/base'
import { revertTextOf, type Simulation } from '@vaultwright/outcome'

type Revert = Extract<Simulation['outcome'], { status: 'reverted' }>['revert']

/** Says with what a call reverts. */
export function revertText(revert: Revert): string {
  if (revert.name === null || revert.arguments.message === '') return revertTextOf(revert)
  const values = Object.entries(revert.arguments).map(
    ([name, value]) => `${name} ${shortOf(argumentText(value))}`,
  )
  return escapeInvisible(markOwnName(`${revert.name}(${values.join(', ')})`, revert.isOwnName))
}

/** Prints an argument of any type in one line. */
export function argumentText(value: unknown): string {
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
