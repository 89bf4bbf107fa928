import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { BaseError } from '@vaultwright/base'
import { type ReadBy, readerOf } from '@vaultwright/document'
import type { Hardfork } from '@vaultwright/registry'
import Type from 'typebox'
import { account, word } from '../rpc/answer.ts'
import { type Anvil, type AnvilOptions, openAnvil } from './anvil.ts'

const strategist = Type.Object({
  name: Type.String(),
  address: account,
  root: word,
  tree: Type.String(),
})

const vault = Type.Object({
  name: Type.String(),
  symbol: Type.String(),
  decimals: Type.Integer(),
  base: Type.Object({ symbol: Type.String(), address: account }),
  vault: account,
  manager: account,
  accountant: Type.Object({ kind: Type.String(), address: account }),
  teller: account,
  queue: account,
  roles: account,
  drone: account,
  strategists: Type.Array(strategist),
})

const manifest = Type.Object({
  format: Type.Literal('vaultwright-local-chain'),
  version: Type.Literal(1),
  chainId: Type.Integer(),
  days: Type.Integer(),
  head: Type.Object({ block: Type.Integer(), timestamp: Type.Integer() }),
  state: Type.Object({
    file: Type.String({ pattern: '^[\\w.-]+$' }),
    compression: Type.Literal('brotli'),
    bytes: Type.Integer(),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  }),
  accounts: Type.Array(Type.Object({ name: Type.String(), address: account, privateKey: word })),
  vaults: Type.Array(vault),
  contracts: Type.Record(Type.String(), account),
  morphoMarketId: word,
  events: Type.Array(
    Type.Object({
      day: Type.Integer(),
      atUnix: Type.Integer(),
      block: Type.Integer(),
      what: Type.String(),
    }),
  ),
})
const readManifest = readerOf(manifest)

/** The contents of the local chain: contracts, public keys and their secrets, roots, and what happened. */
export type LocalManifest = ReadBy<typeof readManifest>

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
  const parsed = readManifest(jsonOf(folder, 'manifest.json'))
  if (parsed.ok) return parsed.value
  const [issue] = parsed.issues()
  const reason = `${issue?.path.join('.')}: ${issue?.message}`
  throw new LocalChainError(folder, `manifest.json is not a manifest (${reason})`)
}

/** Options of the local chain. */
export type LocalChainOptions = AnvilOptions & {
  /** By which rules it makes new blocks; `cancun`, by which those of its history were made, when not given. */
  readonly hardfork?: Hardfork
}

/**
 * Starts the local chain from its committed state.
 *
 * @param options - where it listens, and its rules; a state, a fork or a chain id of the caller's are ignored.
 * @returns the running chain; every block of its history can be read.
 * @throws {LocalChainError} when a file is missing, damaged or another one than the manifest says.
 */
export async function openLocalChain(
  folder: string,
  options: LocalChainOptions = {},
): Promise<LocalChain> {
  const manifest = readLocalManifest(folder)
  const { loadState, forkUrl, forkBlock, hardfork = 'cancun', ...anvilOptions } = options
  const place = mkdtempSync(join(tmpdir(), 'vaultwright-state-'))
  try {
    const file = join(place, 'state.json')
    await writeFile(file, await readState(folder, manifest))
    const terms = {
      readyWithinMs,
      ...anvilOptions,
      loadState: file,
      scratch: place,
      chainId: manifest.chainId,
    }
    const accounts = ['--accounts', String(manifest.accounts.length)]
    const list = ['--hardfork', hardfork, '--gas-limit', gasLimit, ...accounts]
    list.push(...(anvilOptions.arguments ?? []))
    return { anvil: await openAnvil({ ...terms, arguments: list }), manifest: manifest }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

const decompress = promisify(brotliDecompress)

/** Its history takes seconds to load, on a busy machine minutes. */
const readyWithinMs = 300_000

/** That its blocks were made with. */
const gasLimit = '100000000'

/** Decompresses beside the process's own thread, which may load code meanwhile. */
async function readState(folder: string, { state }: LocalManifest): Promise<Uint8Array> {
  const { file, sha256 } = state
  let bytes: Uint8Array
  try {
    // In one piece: thousands of small ones would be put together in as much memory again.
    const chunkSize = state.bytes + 1
    bytes = await decompress(readFileSync(join(folder, file)), { chunkSize })
  } catch (cause) {
    throw new LocalChainError(folder, `${file} cannot be read`, cause)
  }
  const digest = createHash('sha256').update(bytes).digest('hex')
  if (digest === sha256) return bytes
  throw new LocalChainError(folder, `${file} has the checksum ${digest} instead of ${sha256}`)
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
