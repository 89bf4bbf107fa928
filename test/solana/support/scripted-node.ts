import { openSolanaNode, type SolanaNode, type SolanaNodeOptions } from '@vaultwright/chain'
import { clockSysvar, parseSvmAddress, type SvmAccount, type SvmAddress } from '@vaultwright/svm'

/** A question of JSON-RPC, as it was sent. */
export type ScriptedCall = { readonly method: string; readonly params: readonly unknown[] }

/** Answers a question: with its result, with a refusal, or in the place of the whole exchange. */
export type ScriptedReply = (call: ScriptedCall, host: string) => unknown

export const scriptedGenesis = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY'
export const scriptedBlockhash = 'LbUiWL3xVV8hTFYBVdbTNrpDo41NKS6o3LHHuDzjfcY'

/** A node that is refused instead of answered. */
export function refusal(code: number, message = 'no') {
  return { refusal: { code, message } }
}

/** The text of an exchange, or its failure, in the place of the answers. */
export function exchange(response: () => Response) {
  return { response }
}

/** Opens the port over nodes whose answers are given; what they were asked can be read afterwards. */
export function openScriptedNode(reply: ScriptedReply, options: Partial<SolanaNodeOptions> = {}) {
  const requests: { readonly host: string; readonly methods: readonly string[] }[] = []
  const node: SolanaNode = openSolanaNode({
    endpoints: ['https://one.test/v2/sesame-open'],
    genesisHash: scriptedGenesis,
    retries: 0,
    sleep: async () => {},
    random: () => 0,
    deadline: () => new AbortController().signal,
    ...options,
    fetch: async (url, init) => {
      const { host } = new URL(url)
      const body = JSON.parse(String(init.body))
      const calls: (ScriptedCall & { id: number })[] = [body].flat()
      requests.push({ host, methods: calls.map(({ method }) => method) })
      const rows = calls.map((call) => ({ id: call.id, result: reply(call, host) }))
      for (const { result } of rows) {
        if (isObject(result) && 'response' in result) return (result.response as () => Response)()
      }
      const answers = rows.map(({ id, result }) =>
        isObject(result) && 'refusal' in result ? { id, error: result.refusal } : { id, result },
      )
      return new Response(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
    },
  })
  return { node, requests }
}

/** Answers as a sound node at a slot does. */
export function soundReply(
  slot: bigint,
  accounts: ReadonlyMap<SvmAddress, SvmAccount | null>,
): (call: ScriptedCall) => unknown {
  const context = { slot: Number(slot) }
  return ({ method, params }) => {
    if (method === 'getGenesisHash') return scriptedGenesis
    if (method === 'getLatestBlockhash') {
      const lastValidBlockHeight = Number(slot) + 150
      return { context, value: { blockhash: scriptedBlockhash, lastValidBlockHeight } }
    }
    if (method !== 'getMultipleAccounts') return refusal(-32601, 'Method not found')
    const keys = params[0] as readonly SvmAddress[]
    const value = keys.map((key) =>
      accountJsonOf(key === clockSysvar ? clockAt(slot) : (accounts.get(key) ?? null)),
    )
    return { context, value }
  }
}

/** Spells an account as nodes do. */
export function accountJsonOf(account: SvmAccount | null): unknown {
  if (account === null) return null
  const { lamports, owner, executable, data } = account
  return {
    lamports: Number(lamports),
    owner,
    executable,
    rentEpoch: 2 ** 64,
    space: data.length,
    data: [Buffer.from(data).toString('base64'), 'base64'],
  }
}

/** The cluster's clock at a slot; each slot takes a second here. */
export function clockAt(slot: bigint): SvmAccount {
  const data = new Uint8Array(40)
  const view = new DataView(data.buffer)
  view.setBigUint64(0, slot, true)
  view.setBigInt64(32, 1_700_000_000n + slot, true)
  const owner = parseSvmAddress('Sysvar1111111111111111111111111111111111111')
  return { lamports: 1_169_280n, owner, executable: false, data }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
