import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { BaseError } from '@vaultwright/base'
import { z } from 'zod'
import { account, word } from '../rpc/answer.ts'
import { type Anvil, type AnvilOptions, openAnvil } from './anvil.ts'

const strategist = z.object({
  name: z.string(),
  address: account,
  root: word,
  tree: z.string(),
})

const vault = z.object({
  name: z.string(),
  symbol: z.string(),
  decimals: z.int(),
  base: z.object({ symbol: z.string(), address: account }),
  vault: account,
  manager: account,
  accountant: z.object({ kind: z.string(), address: account }),
  teller: account,
  queue: account,
  roles: account,
  drone: account,
  strategists: z.array(strategist),
})

const manifest = z.object({
  format: z.literal('vaultwright-local-chain'),
  version: z.literal(1),
  chainId: z.int(),
  days: z.int(),
  head: z.object({ block: z.int(), timestamp: z.int() }),
  state: z.object({
    file: z.string().regex(/^[\w.-]+$/),
    compression: z.literal('brotli'),
    bytes: z.int(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  accounts: z.array(z.object({ name: z.string(), address: account, privateKey: word })),
  vaults: z.array(vault),
  contracts: z.record(z.string(), account),
  morphoMarketId: word,
  events: z.array(z.object({ day: z.int(), atUnix: z.int(), block: z.int(), what: z.string() })),
})

/** What stands on the local chain: contracts, keys that everybody knows, roots, and what happened. */
export type LocalManifest = z.output<typeof manifest>

/** The local chain, running. */
export type LocalChain = {
  readonly anvil: Anvil
  readonly manifest: LocalManifest
}

/**
 * Reads what stands on the local chain.
 *
 * @param folder - where `manifest.json` is.
 * @throws {LocalChainError} when it is not there or is none.
 */
export function readLocalManifest(folder: string): LocalManifest {
  const parsed = manifest.safeParse(jsonOf(folder, 'manifest.json'))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const why = `${issue?.path.join('.')}: ${issue?.message}`
  throw new LocalChainError(folder, `manifest.json is no manifest (${why})`)
}

/**
 * Starts the local chain from its committed state.
 *
 * @param options - where it listens; a state, a fork or a chain id of the caller's are ignored.
 * @returns the running chain; every block of its history can be read.
 * @throws {LocalChainError} when a file is missing, damaged or another one than the manifest says.
 */
export async function openLocalChain(
  folder: string,
  options: AnvilOptions = {},
): Promise<LocalChain> {
  const found = readLocalManifest(folder)
  const { loadState, forkUrl, forkBlock, ...rest } = options
  const place = mkdtempSync(join(tmpdir(), 'vaultwright-state-'))
  try {
    const file = join(place, 'state.json')
    writeFileSync(file, stateOf(folder, found))
    const terms = { ...rest, loadState: file, scratch: place, chainId: found.chainId }
    const more = ['--hardfork', 'cancun', '--gas-limit', '100000000', ...(rest.arguments ?? [])]
    return { anvil: await openAnvil({ ...terms, arguments: more }), manifest: found }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function stateOf(folder: string, { state }: LocalManifest): Uint8Array {
  const { file, sha256 } = state
  let bytes: Uint8Array
  try {
    bytes = brotliDecompressSync(readFileSync(join(folder, file)))
  } catch (cause) {
    throw new LocalChainError(folder, `${file} cannot be read`, cause)
  }
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found === sha256) return bytes
  throw new LocalChainError(folder, `${file} has the checksum ${found} instead of ${sha256}`)
}

function jsonOf(folder: string, name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8'))
  } catch (cause) {
    throw new LocalChainError(folder, `${name} cannot be read`, cause)
  }
}

/** The files of the local chain are not what they should be. */
export class LocalChainError extends BaseError {
  override readonly code = 'local_chain_unreadable'
  override readonly kind = 'damaged_data'

  constructor(folder: string, why: string, cause?: unknown) {
    super({
      message: `There is no local chain in ${folder}: ${why}. Make it with npm run chain, or install the program anew.`,
      facts: { folder, why },
      cause,
    })
  }
}
