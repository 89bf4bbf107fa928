import { atomOf, cutsOf, openSolver } from '@vaultwright/access-control'
import type { Address } from '@vaultwright/base'
import { openChain, readControlState } from '@vaultwright/chain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressNamed, generatorOf, guardedOf } from '../../support/evm/control/random-state.ts'
import { attackContracts } from './attack.ts'
import { isTried } from './attack-call.ts'
import { openControlSite } from './build.ts'
import { buildableState, shapeOf, withAddresses } from './configuration.ts'

let site: Awaited<ReturnType<typeof openControlSite>>
beforeAll(async () => {
  site = await openControlSite()
})
afterAll(() => site?.chain.anvil.close())

const count = Number(process.env.CONTROL_RUNS ?? 30)
const first = Number(process.env.CONTROL_SEED ?? 1)
/** Key subsets a configuration: none, minimal sets, and sets less one key. */
const mostSubsets = 6

test('law: real contracts, attacked with chosen keys, give way to what the answer says, and to nothing else', async () => {
  const port = await openChain(site.chain.anvil.rpc, { id: 31337 })
  const sums = { configurations: 0, accounts: 0, subsets: 0, comparisons: 0 }
  const [missed, invented, misread]: [string[], string[], string[]] = [[], [], []]
  for (let seed = first; seed < first + count; seed++) {
    const snapshot = await site.chain.ask('evm_snapshot')
    const names = buildableState(seed)
    const built = await site.build(names, seed)
    const { state, addresses } = built
    const of = (name: string) => addresses.get(addressNamed(name)) as Address
    const contracts = {
      vault: of('vault'),
      manager: of('manager'),
      accountant: of('accountant'),
      teller: addresses.get(addressNamed('teller')) ?? null,
      queue: null,
    }
    await site.chain.ask('evm_mine')
    const block = await port.readBlock('latest')
    const { reading } = await readControlState(port, { contracts, block })
    for (const [address, account] of reading.state) {
      const expected = state.get(address)
      const shapes = [shapeOf(account), expected === undefined ? null : shapeOf(expected)] as const
      if (shapes[0] !== shapes[1])
        misread.push(`seed ${seed} ${address}: read ${shapes[0]}, built ${shapes[1]}`)
    }
    sums.configurations++
    sums.accounts += reading.state.size
    const rows = guardedOf(withAddresses(names, addresses)).filter(
      ([target, selector]) => reading.state.has(target) && isTried(selector),
    )
    const solver = openSolver(reading.state)
    const cuts = rows.map(([target, selector]) =>
      cutsOf(solver, (delay) => atomOf({ kind: 'can', target, selector }, delay), 200),
    )
    const delays = [...new Set([0, ...sumsOf([...reading.state.values()])])].sort(
      (one, other) => one - other,
    )
    const sets = cuts.flatMap((list) =>
      list.flatMap((cut) =>
        cut.sets.map(({ keys, unknown }) => [...keys, ...unknown.map((code) => `?${code}`)]),
      ),
    )
    for (const has of subsetsOf(sets, seed)) {
      const before = await site.chain.ask('evm_snapshot')
      const reached = await attackContracts(site.chain, built, { has, rows, delays })
      await site.chain.ask('evm_revert', before)
      sums.subsets++
      for (const [index, [target, selector]] of rows.entries()) {
        const model =
          cuts[index]!.find((cut) =>
            cut.sets.some(
              ({ keys, unknown }) =>
                keys.every((key) => has.has(key)) && unknown.every((code) => has.has(`?${code}`)),
            ),
          )?.delay ?? null
        const real = reached.get(`${target} ${selector}`) ?? null
        sums.comparisons++
        if (model === real) continue
        const isMissed = model === null || (real !== null && real < model)
        const line = `seed ${seed} ${target} ${selector} with ${[...has].join(' ')}: contracts ${real}, answer ${model}`
        if (isMissed) missed.push(line)
        else invented.push(line)
      }
    }
    await site.chain.ask('evm_revert', snapshot)
  }
  console.log(`control by real calls: ${JSON.stringify(sums)}`)
  expect({ misread, missed, invented }).toEqual({ misread: [], missed: [], invented: [] })
  expect(sums.configurations).toBe(count)
  expect(sums.comparisons).toBeGreaterThan(50 * count)
})

function sumsOf(
  accounts: readonly { readonly kind: string; readonly minDelay?: number }[],
): readonly number[] {
  const sums = new Set([0])
  for (const { minDelay } of accounts)
    if (minDelay !== undefined) for (const sum of [...sums]) sums.add(sum + minDelay)
  return [...sums]
}

/** The empty set, minimal sets, and minimal sets less one key. */
function subsetsOf(
  sets: readonly (readonly string[])[],
  seed: number,
): readonly ReadonlySet<string>[] {
  const { pick, chance } = generatorOf(seed + 99)
  const subsets = new Map<string, ReadonlySet<string>>([['', new Set()]])
  const filled = sets.filter((set) => set.length > 0)
  for (let turn = 0; turn < 40 && subsets.size < mostSubsets && filled.length > 0; turn++) {
    const set = pick(filled)
    const left = chance(0.5) ? pick(set) : null
    const subset = set.filter((decider) => decider !== left)
    subsets.set([...subset].sort().join(' '), new Set(subset))
  }
  return [...subsets.values()]
}
