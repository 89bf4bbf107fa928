import { fileReaderOf, readLocatedText } from '@vaultwright/document'
import { type ChainInfo, chainOf, contractsOf, knownTokens, tokenOf } from '@vaultwright/registry'
import Type, { type Static } from 'typebox'
import { chainProblems, ownNames } from '../schema/definition-schema.ts'
import { DefinitionFileError, locateProblem } from './definition.ts'

/** A name that a file may use, and what it stands for. */
export type FileName = { readonly name: string; readonly describe: string }

/** A contract on record, by its label. */
export type ContractName = FileName & {
  readonly protocol: string | null
  readonly role: string
}

/** The names that a definition may use on one of its chains. */
export type UsableNames = {
  readonly chain: ChainInfo
  /** The chain as the file writes it. */
  readonly key: string
  /** The vault's own accounts, the file's own names, then tokens on record. */
  readonly accounts: readonly FileName[]
  readonly contracts: readonly ContractName[]
  readonly decoders: readonly FileName[]
  readonly drones: readonly FileName[]
}

const list = Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]))
const chainPart = Type.Object({
  accountant: Type.Optional(Type.Unknown()),
  teller: Type.Optional(Type.Unknown()),
  addresses: list,
  tokens: list,
  drones: list,
  decoders: list,
})
const readFile = fileReaderOf(Type.Object({ chains: Type.Record(Type.String(), chainPart) }))

/**
 * Reads the names that the text of a definition may use; the rest of it may be unfinished.
 *
 * @returns names chain by chain, in the order of the file.
 * @throws {DefinitionFileError} for text that is not YAML, without chains, or of a chain that is not known.
 */
export function chainNamesIn(text: string): readonly UsableNames[] {
  const { value, locationOf, faults } = readLocatedText(text)
  if (faults.length > 0) throw new DefinitionFileError(faults)
  const parts = readFile(value)
  if (!parts.ok) {
    const problems = parts.issues.map(({ path }) => ({ path, message: 'cannot be read for names' }))
    throw new DefinitionFileError(problems.map((one) => locateProblem(one, locationOf)))
  }
  const { chains } = parts.value
  const problems = chainProblems(Object.keys(chains)).map(({ path, message }) => ({
    path: ['chains', ...path],
    message,
  }))
  if (problems.length > 0) {
    throw new DefinitionFileError(problems.map((one) => locateProblem(one, locationOf)))
  }
  return Object.entries(chains).map(([key, part]) => namesOf(key, part))
}

function namesOf(key: string, part: Static<typeof chainPart>): UsableNames {
  const chain = chainOf(key)!
  const { id, name } = chain
  const ownWords = ownNames
    .filter((word) => word === 'vault' || word === 'manager' || part[word] !== undefined)
    .map((word) => ({ name: word, describe: `The ${word} of this vault.` }))
  const ofFile = (['addresses', 'tokens', 'drones'] as const).flatMap((key) =>
    namesIn(part[key], `${key} of this file`),
  )
  const tokens = knownTokens.flatMap(({ chainId, symbol }) => {
    const token = chainId === id ? tokenOf(id, symbol) : null
    return token === null
      ? []
      : [{ name: symbol, describe: `${token.address}: a token of ${name} on record.` }]
  })
  return {
    chain,
    key,
    accounts: withoutTwins([...ownWords, ...ofFile, ...tokens]),
    contracts: contractsOf(id).map(({ label, protocol, role, address }) => ({
      name: label,
      describe: `${address}: ${role}${protocol === null ? '' : ` of ${protocol}`} on record.`,
      protocol,
      role,
    })),
    decoders: namesIn(part.decoders, 'decoders of this file'),
    drones: namesIn(part.drones, 'drones of this file'),
  }
}

function namesIn(
  part: { readonly [name: string]: unknown } | null | undefined,
  where: string,
): readonly FileName[] {
  return Object.entries(part ?? {}).map(([name, value]) => {
    const account = typeof value === 'string' ? `${value}: ` : ''
    return { name, describe: `${account}one of the ${where}.` }
  })
}

/** The first of a name is the one that it stands for. */
function withoutTwins(names: readonly FileName[]): readonly FileName[] {
  const first = new Map<string, FileName>()
  for (const name of names) if (!first.has(name.name)) first.set(name.name, name)
  return [...first.values()]
}
