import type { Address, Hex } from '@vaultwright/base'
import {
  type BuiltCode,
  type CodeComparison,
  type CodeMetadata,
  compareCode,
  NoCodeError,
  type OpenValue,
  readBuiltCode,
} from '@vaultwright/chain'
import { parseAddress } from '@vaultwright/merkle'
import type { BlockRef } from '@vaultwright/outcome'
import { untilInterrupted } from '../../command/service.ts'
import { UsageError } from '../../command/usage.ts'
import { hexOf } from '../../input/call.ts'
import { parseJson, readInput, textOf } from '../../input/input.ts'
import { blockTagOf, isNodeWanted, type NodeOptions } from '../../input/node-option.ts'
import type { Answer, Context, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printSafely } from '../../terminal/table.ts'

/** Options of a comparison with a build. */
type CodeOptions = NodeOptions & {
  readonly address: string
  readonly artifact: string
  readonly 'artifact-contract': string | undefined
  readonly code: string | undefined
}

/** The largest build that is read: 64 MiB. */
const largestBuild = 64 * 1024 * 1024

/** Deployed code, and where it comes from: a block of a chain, or a file. */
type DeployedCode = {
  readonly code: Hex
  readonly chainId: number | null
  readonly block: BlockRef | null
}

type ComparedDecoder = DeployedCode & {
  readonly decoder: Address
  readonly build: BuiltCode
  readonly comparison: CodeComparison
}

/** Compares the code of a decoder with a build, byte by byte. */
export async function answerByCode(options: CodeOptions, context: Context): Promise<Answer> {
  const decoder = parseAddress(options.address)
  const bytes = await readInput(options.artifact, context)
  if (bytes.length > largestBuild) {
    throw new UsageError(
      `The build has ${bytes.length} bytes, more than ${largestBuild}. Give the artifact of the one contract.`,
      { option: 'artifact', size: bytes.length },
    )
  }
  const value = parseJson(textOf(bytes, options.artifact), options.artifact)
  const build = readBuiltCode(value, options['artifact-contract'] ?? null)
  const deployed = await readDeployed(decoder, options, context)
  const comparison = compareCode(deployed.code, build)
  const compared = { ...deployed, decoder, build, comparison }
  return {
    json: () => codeJsonOf(compared),
    text: (style) => printCode(compared, style),
    exit: () => (isEqual(comparison) ? 0 : 1),
  }
}

async function readDeployed(
  decoder: Address,
  options: CodeOptions,
  context: Context,
): Promise<DeployedCode> {
  if (options.code !== undefined) {
    if (isNodeWanted(options)) {
      throw new UsageError('The code comes from a file and from a node. Give one of them.')
    }
    const code = hexOf(textOf(await readInput(options.code, context), options.code).trim())
    if (code !== '0x') return { code, chainId: null, block: null }
    throw new UsageError('The file has no code. Give what eth_getCode answers.', { option: 'code' })
  }
  const tag = blockTagOf(options.block)
  const { onChain } = await import('../../input/node.ts')
  const work = onChain(options, context, async (chain) => {
    const block = await chain.readBlock(tag)
    const { code, hash } = await chain.readCode(decoder, block)
    if (hash === null) throw new NoCodeError(decoder, chain.id)
    return { code, chainId: chain.id, block }
  })
  return untilInterrupted(context.signal, work)
}

function isEqual({ verdict }: CodeComparison): boolean {
  return verdict === 'equal' || verdict === 'equal_but_metadata'
}

function codeJsonOf({ decoder, chainId, block, build, comparison }: ComparedDecoder): Json {
  return {
    ok: isEqual(comparison),
    decoder,
    chainId,
    block: block === null ? null : { number: block.number, hash: block.hash },
    contract: build.name,
    ...comparison,
  } as unknown as Json
}

const verdictTexts = {
  equal: 'Yes: the deployed code is this build.',
  equal_but_metadata: 'Yes, but for metadata: the deployed code is that of this build.',
  differs: 'No: the deployed code is not this build.',
  open: 'Open: what differs cannot be judged from this build.',
} as const

function* printCode(
  { decoder, chainId, block, build, comparison }: ComparedDecoder,
  style: TextStyle,
): Iterable<string> {
  const { verdict, reasons, immutables, libraries, deployed, built } = comparison
  const place = block === null ? 'from a file' : `on chain ${chainId} at block ${block.number}`
  yield `decoder ${decoder} ${place}\n`
  yield* printPairs(
    [
      ['build', printSafely(build.name ?? 'the contract of the artifact')],
      ['deployed', sizeTextOf(deployed)],
      ['built', sizeTextOf(built)],
      ...immutables.map((one) => ['immutable', openTextOf(one)] as const),
      ...libraries.map((one) => ['library', openTextOf(one)] as const),
    ],
    style,
  )
  const paint = isEqual(comparison) ? style.green : verdict === 'open' ? style.yellow : style.red
  yield `\n${paint(verdictTexts[verdict])}\n`
  for (const reason of reasons) yield `${printSafely(reason)}\n`
  if (immutables.length > 0 && isEqual(comparison)) {
    yield 'The build does not say the values of immutables: check each against what the decoder is to be made with.\n'
  }
}

function sizeTextOf(size: {
  readonly bytes: number
  readonly metadata: CodeMetadata | null
}): string {
  const { bytes, metadata } = size
  const behind = metadata === null ? 'no metadata' : `metadata ${metadata.entries.join(', ')}`
  return printSafely(`${bytes} bytes, ${behind}`)
}

function openTextOf({ name, value, places }: OpenValue): string {
  const times = places === 1 ? 'once' : `${places} times`
  return printSafely(`${name}  ${value}, ${times}`)
}
