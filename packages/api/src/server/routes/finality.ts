import type { Hex } from '@vaultwright/base'
import { chainOf } from '@vaultwright/registry'
import { defineRoute } from '../../answer/route.ts'
import { finalityOf } from '../../present/finality.ts'

/** Our choice: the interface names no finality. */
export const getFinality = defineRoute('getFinality', async ({ params, query, ...request }) => {
  const { caller, context } = request
  const info = chainOf(params.chain)
  await context.turns.next(caller.tenantId)
  const served = await context.finality.prove(info?.id ?? 0, {
    block: query.block === undefined ? null : blockOf(query.block),
    nodeOf: (chainId) => context.chains.of(chainOf(chainId)?.slug ?? '')?.open ?? null,
    now: context.now(),
    pause: () => context.turns.pause(caller.tenantId),
  })
  return { body: { data: finalityOf(served, info!.slug) } }
})

function blockOf(text: string): bigint | Hex {
  return text.startsWith('0x') ? (text.toLowerCase() as Hex) : BigInt(text)
}
