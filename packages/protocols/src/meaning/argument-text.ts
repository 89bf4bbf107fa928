import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import type { ChainInfo } from '@vaultwright/registry'
import type { ActionParameter } from '../action/parameter.ts'
import { meaningsOf } from './action-sample.ts'
import type { CallArgument } from './argument.ts'
import { type ArgumentMeaning, guessedMeaningOf } from './argument-meaning.ts'
import type { ArgumentUse } from './argument-use.ts'
import type { CallReading } from './call-reading.ts'
import {
  type AmountUnit,
  accountTextOf,
  amountTextOf,
  type CallContext,
  deadlineTextOf,
  minimumTextOf,
  networkOf,
  networkTextOf,
  tokenTextOf,
  unheldAccountText,
  type ValueMark,
  type ValueText,
} from './value-text.ts'

/** An argument of a call in words. */
export type DescribedArgument = CallArgument & {
  readonly use: ArgumentUse
  /** True if the use was guessed from the argument's name and type. */
  readonly isGuessed: boolean
  /** The value in words and in base units. */
  readonly text: string
  /** Why it deserves the first look; null when nothing about it is unusual. */
  readonly mark: ValueMark | null
  /** The unit of it; null when that is not known, and for what is not an amount. */
  readonly unit: AmountUnit | null
}

type Describing = {
  readonly reading: CallReading | null
  readonly context: CallContext
  /** The drone that acts in place of the vault; null where the vault does. */
  readonly drone: Address | null
}

/** Says what an argument is and what it is for. */
export function describeArgument(
  argument: CallArgument,
  { reading, context, drone }: Describing,
): DescribedArgument {
  const meaning = meaningOf(argument, reading)
  const { use, isGuessed } = meaning
  const { text, mark, unit } = textOf(argument, meaning, { reading, context, drone })
  return { ...argument, use, isGuessed, text, mark, unit }
}

function meaningOf(argument: CallArgument, reading: CallReading | null): ArgumentMeaning {
  const meaning = reading?.meanings.get(argument.path)
  if (meaning !== undefined) return meaning
  const shared = reading === null ? undefined : meaningsOf(reading.action).get(argument.pattern)
  return shared ?? guessedMeaningOf(argument)
}

function textOf(
  { path, type, value }: CallArgument,
  meaning: ArgumentMeaning,
  { reading, context, drone }: Describing,
): ValueText {
  const plain = (text: string, mark: ValueMark | null = null) => ({ text, mark, unit: null })
  if (typeof value === 'object') return plain('empty list')
  if (typeof value === 'boolean') return plain(value ? 'yes' : 'no')
  if (type === 'bytes') return plain(bytesText(value as Hex))
  if (type === 'string') return plain(JSON.stringify(value))
  const [name = ''] = meaning.parameters
  const parameter = reading?.action.parameters[name] ?? null
  const index = /\[(\d+)\]$/.exec(path)?.[1]
  const place = { parameter, index: index === undefined ? null : Number(index), reading, context }
  if (typeof value === 'bigint') {
    const unheld = unheldAccountText(type, value)
    if (unheld !== null) return plain(unheld)
    // A slippage is a share of what is quoted, not an amount.
    if (meaning.isGuessed && /slippage/i.test(path)) return plain(String(value))
    switch (meaning.use) {
      case 'amount':
      case 'amounts':
        return amountTextOf(value, type, place)
      case 'minimum':
      case 'minimums':
        return minimumTextOf(value, type, minimumPlaceOf(place, reading))
      case 'deadline':
        return deadlineTextOf(value)
      case 'network':
        return plain(
          parameter?.kind === 'network' ? networkTextOf(value, parameter.numbering) : String(value),
        )
      case 'constant':
        return constantText(value, meaning)
      default:
        return plain(String(value))
    }
  }
  if (type !== 'address') return wordText(value, parameter, reading)
  return accountText(value as Address, meaning, { context, drone })
}

function accountText(
  account: Address,
  { use, constant }: ArgumentMeaning,
  { context, drone }: Omit<Describing, 'reading'>,
): ValueText {
  const isActor = [drone, context.vault].some((one) => one !== null && isSameAddress(account, one))
  const isOther = use === 'self' && context.vault !== null && !isActor
  const isChanged =
    use === 'constant' && typeof constant === 'string' && !isSameAddress(account, constant)
  const text =
    use === 'token' || use === 'tokens'
      ? tokenTextOf(account, context)
      : accountTextOf(account, context)
  if (isOther) return { text: `${text}: not the vault`, mark: 'other_account', unit: null }
  return { text, mark: isChanged ? 'other_value' : null, unit: null }
}

/** An account of 20 bytes stands in the low ones: with others before them nobody there is meant, and what is sent is lost. */
function wordText(
  value: string,
  parameter: ActionParameter | null,
  reading: CallReading | null,
): ValueText {
  const isAccount = parameter?.kind === 'word' && parameter.as === 'account'
  const network = isAccount && reading !== null ? networkIn(reading) : null
  if (network === null || /^0x0{24}/.test(value)) return { text: value, mark: null, unit: null }
  const text = `${value}: no account of ${network.name}, whose accounts have 20 bytes`
  return { text, mark: 'other_value', unit: null }
}

function networkIn({ action, values }: CallReading): ChainInfo | null {
  for (const [name, parameter] of Object.entries(action.parameters)) {
    const number = values[name]
    if (parameter.kind === 'network' && typeof number === 'bigint')
      return networkOf(number, parameter.numbering)
  }
  return null
}

function constantText(value: bigint, { constant }: ArgumentMeaning): ValueText {
  if (constant === null || constant === value)
    return { text: String(value), mark: null, unit: null }
  const text = `${value}; the action sends ${String(constant)}`
  return { text, mark: 'other_value', unit: null }
}

/** A third party's calldata has its least output in the token that the action buys. */
function minimumPlaceOf<Place extends { readonly parameter: unknown }>(
  place: Place,
  reading: CallReading | null,
): Place {
  const isOwn = place.parameter !== null || reading?.values.token_out === undefined
  if (isOwn) return place
  const parameter = { kind: 'minimum', unit: 'token_out', describe: '' } as const
  return { ...place, parameter }
}

function bytesText(bytes: Hex): string {
  const size = bytes.length / 2 - 1
  if (size === 0) return 'no bytes'
  return size === 1 ? '1 byte' : `${size} bytes`
}
