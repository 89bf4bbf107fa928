import { memoize } from '@vaultwright/base'
import { readText } from './answer.ts'
import type { Rpc, RpcCall } from './rpc.ts'

/** The question for what a node is. */
export const clientVersionCall: RpcCall = { method: 'web3_clientVersion', params: [] }

/** Behind one address a node may be replaced, and what it is must not stay wrong for long. */
const maxAgeMs = 300_000

type VersionEntry = { readonly version: Promise<string | null>; readonly requestedAtMs: number }

const versionOf = memoize((_rpc: Rpc): { last: VersionEntry | null } => ({ last: null }))

/**
 * Reads what a node says it is, such as `Geth/v1.15.11`; an endpoint is asked once, and again after five minutes.
 *
 * @returns the node's own words; `unknown` where it does not say, and then it is asked again next time.
 */
export async function readClientVersion(
  rpc: Rpc,
  now: () => number = () => performance.now(),
): Promise<string> {
  const memory = versionOf(rpc)
  const { last } = memory
  if (last !== null && now() - last.requestedAtMs < maxAgeMs)
    return (await last.version) ?? 'unknown'
  const entry = { version: askVersion(rpc), requestedAtMs: now() }
  memory.last = entry
  const forget = () => {
    if (memory.last === entry) memory.last = null
  }
  try {
    const version = await entry.version
    if (version === null) forget()
    return version ?? 'unknown'
  } catch (error) {
    forget()
    throw error
  }
}

async function askVersion(rpc: Rpc): Promise<string | null> {
  const [answer] = await rpc.ask([clientVersionCall])
  const text = readText(answer?.ok === true ? answer.value : null)
  return text.ok ? text.value : null
}
