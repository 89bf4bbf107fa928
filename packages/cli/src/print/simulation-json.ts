import type { Simulation } from '@vaultwright/chain'
import { chainOf } from '@vaultwright/registry'
import type { Json } from '../answer.ts'
import { type Simulated, simulationsIn } from '../simulated.ts'

/**
 * Turns a simulation into what `--json` shows: everything, amounts in base units as decimal texts.
 */
export function simulatedJsonOf(
  { chainId, request, answer, units, isForkIndependent }: Simulated,
  { ok, strict }: { readonly ok: boolean; readonly strict: boolean },
): Json {
  const { from, to, data, value = 0n, overrides = null } = request
  const [first] = simulationsIn(answer)
  const isBoth = answer.engine === 'both'
  const agreed = isBoth ? answer.check.agreed : null
  const said = isBoth && !answer.check.agreed ? answer.check : null
  const head = {
    ok,
    strict,
    verdict: said === null ? verdictOf(first!) : 'engines_differ',
    engine: answer.engine,
    agreed,
    isForkIndependent: isBoth ? isForkIndependent : null,
    engineVersions: simulationsIn(answer).map(({ engine, engineVersion }) => ({
      engine,
      version: engineVersion,
    })),
    chain: { id: chainId, name: chainOf(chainId)?.name ?? null },
    transaction: { from, to, data, value, overrides },
    tokens: [...units.values()].map(({ address, symbol, decimals }) => ({
      address,
      symbol,
      decimals,
    })),
  }
  const body =
    said === null
      ? { simulation: first }
      : { differences: said.differences, simulations: { node: said.node, fork: said.fork } }
  return { ...head, ...body } as Json
}

function verdictOf({ outcome }: Simulation): string {
  return outcome.status === 'success' ? 'would_succeed' : 'would_revert'
}
