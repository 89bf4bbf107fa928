import { filledBy, flag, type Options, text } from '../command/command.ts'

/** A definition as the one word of a command. */
export const definitionWord = filledBy(
  { describe: 'Vault definition, YAML or JSON, or -', value: 'file' },
  'definition',
)

export const addressesOption = flag('Print every address with all its digits')

export const nameOptions = {
  chain: filledBy(
    text(
      'The chain whose record names tokens, contracts and protocols, name or id; default: guessed from the vault',
      'name',
    ),
    'chain',
  ),
  definition: filledBy(
    text('A vault definition: its names count after those on record', 'file'),
    'definition',
  ),
  lock: filledBy(
    text('A lock file: its symbols count after those of the definition', 'file'),
    'lock',
  ),
  addresses: addressesOption,
} as const satisfies Options

export type NameOptions = {
  readonly chain?: string | undefined
  readonly definition?: string | undefined
  readonly lock?: string | undefined
  readonly addresses: boolean
}
