import { flag, type Options, text } from '../command/command.ts'

export const addressesOption = flag('Print every address with all its digits')

export const nameOptions = {
  chain: text(
    'The chain whose record names tokens, contracts and protocols, name or id; default: guessed from the vault',
    'name',
  ),
  definition: text('A vault definition: its names count after those on record', 'file'),
  lock: text('A lock file: its symbols count after those of the definition', 'file'),
  addresses: addressesOption,
} as const satisfies Options

export type NameOptions = {
  readonly chain?: string | undefined
  readonly definition?: string | undefined
  readonly lock?: string | undefined
  readonly addresses: boolean
}
