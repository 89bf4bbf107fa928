import { BaseError, type Hex } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import Type from 'typebox'

/** A piece of code that the build leaves open. */
export type CodeSpan = {
  /** Byte from 0. */
  readonly start: number
  /** In bytes. */
  readonly length: number
}

/** The compiled code of a contract. */
export type BuiltCode = {
  /** As in `src/A.sol:A`; null where the file holds one contract and does not name it. */
  readonly name: string | null
  /** Runtime code, lower case; zeros where the build leaves something open. */
  readonly code: Hex
  /** The places of each immutable, by the compiler's number; null where the file does not say it. */
  readonly immutables: ReadonlyMap<string, readonly CodeSpan[]> | null
  /** The places of each library's address, by names such as `src/L.sol:L`. */
  readonly libraries: ReadonlyMap<string, readonly CodeSpan[]>
}

/** The most characters that the runtime code of a contract may have here: 1 MiB of code. */
const longestCode = 2 * 1024 * 1024 + 2

const span = Type.Object({
  start: Type.Integer({ minimum: 0, maximum: longestCode }),
  length: Type.Integer({ minimum: 1, maximum: 32 }),
})
const spans = Type.Array(span, { minItems: 1, maxItems: 10_000 })
const immutables = Type.Record(Type.String(), spans)
const libraries = Type.Record(Type.String(), Type.Record(Type.String(), spans))
const object = Type.String({
  maxLength: longestCode,
  pattern: '^(?:0x)?(?:[0-9a-fA-F]{2}|__[^_ ][^ ]{35}__|__[^ ]{38})*$',
})
const compiled = Type.Object({
  object,
  immutableReferences: Type.Optional(immutables),
  linkReferences: Type.Optional(libraries),
})
const readFoundry = readerOf(Type.Object({ deployedBytecode: compiled }))
const readHardhat = readerOf(
  Type.Object({
    contractName: Type.Optional(Type.String()),
    sourceName: Type.Optional(Type.String()),
    deployedBytecode: object,
    deployedLinkReferences: Type.Optional(libraries),
    immutableReferences: Type.Optional(immutables),
  }),
)
const contracts = Type.Record(
  Type.String(),
  Type.Record(
    Type.String(),
    Type.Object({ evm: Type.Optional(Type.Object({ deployedBytecode: Type.Optional(compiled) })) }),
  ),
)
const readOutput = readerOf(Type.Object({ contracts }))
const readBuildInfo = readerOf(Type.Object({ output: Type.Object({ contracts }) }))

/**
 * Reads the runtime code of a contract out of what a compiler wrote: an artifact of Foundry or Hardhat, the standard
 * output of solc, or a build info that holds it.
 *
 * @param value - parsed JSON of any shape.
 * @param name - which contract, as in `A` or `src/A.sol:A`; null where the file holds one.
 * @throws {BuildArtifactError} where it is none of these, contradicts itself, or does not hold that one contract.
 */
export function readBuiltCode(value: unknown, name: string | null): BuiltCode {
  const foundry = readFoundry(value)
  if (foundry.ok) return builtOf(foundry.value.deployedBytecode, { name, isWhole: true })
  const hardhat = readHardhat(value)
  if (hardhat.ok) {
    const { contractName, sourceName, deployedBytecode, ...references } = hardhat.value
    const qualifiedName = [sourceName, contractName].filter((part) => part !== undefined).join(':')
    const { deployedLinkReferences: linkReferences = {}, immutableReferences } = references
    const isWhole = immutableReferences !== undefined
    const bytecode = { object: deployedBytecode, linkReferences, immutableReferences }
    return builtOf(bytecode, { name: qualifiedName === '' ? name : qualifiedName, isWhole })
  }
  const output = readOutput(value)
  const info = readBuildInfo(value)
  const files = output.ok ? output.value.contracts : info.ok ? info.value.output.contracts : null
  if (files === null) {
    throw new BuildArtifactError(
      'is no artifact of Foundry or Hardhat and no standard output of solc with evm.deployedBytecode',
    )
  }
  return chosenFrom(files, name)
}

type Files = {
  readonly [file: string]: {
    readonly [contract: string]: { readonly evm?: { readonly deployedBytecode?: Bytecode } }
  }
}

type Bytecode = {
  readonly object: string
  readonly immutableReferences?: { readonly [id: string]: readonly CodeSpan[] } | undefined
  readonly linkReferences?:
    | { readonly [file: string]: { readonly [library: string]: readonly CodeSpan[] } }
    | undefined
}

function chosenFrom(files: Files, name: string | null): BuiltCode {
  const all = Object.entries(files).flatMap(([file, content]) =>
    Object.entries(content).flatMap(([contract, { evm }]) => {
      const bytecode = evm?.deployedBytecode
      const isEmpty = bytecode === undefined || /^(?:0x)?$/.test(bytecode.object)
      return isEmpty ? [] : [{ contract, whole: `${file}:${contract}`, bytecode }]
    }),
  )
  const fitting = all.filter(({ contract, whole }) =>
    name === null ? true : contract === name || whole === name,
  )
  const [only, ...further] = fitting
  if (only !== undefined && further.length === 0) {
    return builtOf(only.bytecode, { name: only.whole, isWhole: true })
  }
  const names = (fitting.length === 0 ? all : fitting).slice(0, 5).map(({ whole }) => whole)
  const reason =
    fitting.length === 0
      ? `has no contract ${name ?? ''} with code`
      : `has ${fitting.length} contracts`
  throw new BuildArtifactError(`${reason}: name one of ${names.join(', ') || 'another file'}`)
}

function builtOf(
  { object: text, immutableReferences, linkReferences = {} }: Bytecode,
  { name, isWhole }: { readonly name: string | null; readonly isWhole: boolean },
): BuiltCode {
  const digits = text.replace(/^0x/, '')
  if (digits === '')
    throw new BuildArtifactError('has no runtime code: it is abstract, or an interface')
  const byLibrary = new Map(
    Object.entries(linkReferences).flatMap(([file, own]) =>
      Object.entries(own).map(([library, places]) => [`${file}:${library}`, places] as const),
    ),
  )
  const references = immutableReferences ?? (isWhole ? {} : null)
  const byImmutable = references === null ? null : new Map(Object.entries(references))
  const code = withoutLinks(digits, [...byLibrary.values()].flat())
  for (const place of [...byLibrary.values()].flat()) assertPushed(code, place, 20)
  for (const place of [...(byImmutable?.values() ?? [])].flat()) assertPushed(code, place, 32)
  return { name, code, immutables: byImmutable, libraries: byLibrary }
}

/** Libraries stand as placeholders that are no digits. */
function withoutLinks(digits: string, places: readonly CodeSpan[]): Hex {
  const parts = [...digits]
  for (const { start, length } of places) parts.fill('0', 2 * start, 2 * (start + length))
  const code = parts.join('').toLowerCase()
  if (/^[0-9a-f]+$/.test(code)) return `0x${code}`
  throw new BuildArtifactError('has a placeholder of a library that linkReferences do not name')
}

/** Asserts that a build's open places are zeros behind a PUSH: nothing else may be left out of a comparison. */
function assertPushed(code: Hex, { start, length }: CodeSpan, size: number): void {
  const from = 2 + 2 * start
  const push = code.slice(from - 2, from)
  const isPushed = start > 0 && push === (0x5f + size).toString(16)
  const zeros = code.slice(from, from + 2 * length)
  if (isPushed && length === size && zeros === '00'.repeat(size)) return
  throw new BuildArtifactError(
    `names byte ${start} as open, where no ${size} zeros stand behind a PUSH${size}`,
  )
}

/** A file does not hold the build of one contract. */
class BuildArtifactError extends BaseError {
  override readonly code = 'build_artifact'
  override readonly kind = 'damaged_data'

  constructor(why: string) {
    super({
      message: `The build ${why}. Give the artifact of the decoder's source, as its compiler wrote it.`,
      facts: { why },
    })
  }
}
