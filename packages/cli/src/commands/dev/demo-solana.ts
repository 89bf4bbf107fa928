import { openSolanaNode } from '@vaultwright/chain'
import { seedSolanaDemo, solanaDemoStart } from '@vaultwright/operations'
import type { Store } from '@vaultwright/store'
import { type SolanaProcess, startSolana, whyWithoutSolana } from './solana-process.ts'

/** The Solana chain of the demo, or why the demo has none. */
export type DemoSolana =
  | { readonly process: SolanaProcess; readonly reason: null }
  | { readonly process: null; readonly reason: string }

const slug = 'solana'

/** Starts the Solana chain of the demo where it can be; the demo goes on without it elsewhere. */
export async function openDemoSolana(): Promise<DemoSolana> {
  const reason = whyWithoutSolana()
  if (reason !== null) return { process: null, reason }
  try {
    return { process: await startSolana(solanaDemoStart(nowUnix())), reason: null }
  } catch (error) {
    return { process: null, reason: (error as Error).message }
  }
}

/** Adds the Solana vault to the store, with its days. */
export async function fillSolana(
  { process: chain }: DemoSolana,
  store: Store,
  tenantId: string,
): Promise<void> {
  if (chain === null) return
  const { url, genesisHash, definition, control } = chain
  const node = openSolanaNode({ endpoints: [url], genesisHash })
  try {
    await seedSolanaDemo({ store, tenantId, definition, node, control, nowUnix: nowUnix() })
  } finally {
    await node.close()
  }
}

/** The environment of the service and the indexer. */
export function solanaVariablesOf({
  process: chain,
}: DemoSolana): Readonly<Record<string, string>> {
  if (chain === null) return {}
  return { SOLANA_RPC_URL: chain.url, SOLANA_GENESIS_HASH: chain.genesisHash }
}

/** The vault, as the announcement lists vaults. */
export function solanaVaultsOf({ process: chain }: DemoSolana) {
  if (chain === null) return []
  const { vault, strategist } = chain
  return [
    {
      name: 'Solana USD',
      chain: slug,
      vault,
      strategists: [{ name: 'strategist', address: strategist }],
    },
  ]
}

/** The vault with its node, or why it is left out. */
export function solanaLineOf({ process: chain, reason }: DemoSolana): readonly [string, string] {
  return chain === null
    ? ['Solana USD', `left out: ${reason}`]
    : ['Solana USD', `${chain.vault}  on a Solana chain in memory, ${chain.url}`]
}

/** A command of the demo, and what it shows. */
export type TourLine = { readonly what: string; readonly line: string }

type SolanaTourInput = { readonly url: string; readonly auth: string }

/** Commands on the Solana vault: what it permits, a payment, and what the payment's transaction would do. */
export function solanaTourOf(
  { process: chain }: DemoSolana,
  { url, auth }: SolanaTourInput,
): readonly TourLine[] {
  if (chain === null) return []
  const builder = `${url}/v1/tx-builder/api`
  const params = { sub_account: 0, token: 'USDC', recipient: chain.treasury, amount: '1.25' }
  const body = JSON.stringify({ params, verbose: true })
  const execute = `curl -s ${auth} -H 'Content-Type: application/json' -d '${body}' '${builder}/execute/${slug}/${chain.vault}/spl_token/transfer'`
  return [
    {
      what: 'what the Solana vault permits, as it stands on the chain',
      line: `curl -s ${auth} '${builder}/actions/${slug}/${chain.vault}/${chain.strategist}'`,
    },
    {
      what: 'transfer 1.25 USDC to the treasury: a transaction to sign, simulated',
      line: execute,
    },
    {
      what: 'the same transaction, judged by its bytes: every instruction, every digest, what is free',
      line: `${execute} | npx vaultwright solana verify - --rpc-url ${chain.url} --genesis-hash ${chain.genesisHash}`,
    },
  ]
}

const nowUnix = () => BigInt(Math.floor(Date.now() / 1_000))
