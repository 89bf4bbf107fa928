import type { ActionParameter } from '../action/parameter.ts'

/**
 * The use of an argument: the kind of the parameter that stands there, or
 *
 * `self` the account that acts · `manager` · `constant` what the action always sends · `derived` worked out
 * of parameters · `payload` bytes that another contract reads or executes · `number` a number of no known use.
 */
export type ArgumentUse =
  | ActionParameter['kind']
  | 'self'
  | 'manager'
  | 'constant'
  | 'derived'
  | 'payload'
  | 'number'

const minimum = /min|least|slippage/
const deadline = /deadline|expir|validuntil|validto|goodtill/
const amount =
  /amount|assets|shares|value|wad|liquidity|quantity|balance|collateral|debt|fee$|^fee|max|supply|qty/
const payload =
  /data|payload|message|command|call|extra|option|param|hook|route|path|signature|permit/

/**
 * Guesses what an argument is for from its name and type, where no action tells.
 *
 * @param pattern - its path; the last name in it counts.
 * @param type - canonical.
 */
export function guessUse(pattern: string, type: string): ArgumentUse {
  const word = (pattern.split('.').at(-1) ?? '').replace(/[^A-Za-z]/g, '').toLowerCase()
  if (type === 'address')
    return /token|asset|currency|coin|^base$|^quote$/.test(word) ? 'token' : 'account'
  if (type === 'bool') return 'flag'
  if (type === 'string') return 'text'
  if (type === 'bytes') return 'payload'
  if (type.startsWith('bytes')) return payload.test(word) && type !== 'bytes32' ? 'payload' : 'word'
  if (deadline.test(word)) return 'deadline'
  if (minimum.test(word)) return 'minimum'
  return amount.test(word) ? 'amount' : 'number'
}
