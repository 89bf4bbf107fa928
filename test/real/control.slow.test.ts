import { readFileSync } from 'node:fs'
import { solveControl } from '@vaultwright/access-control'
import type { Address } from '@vaultwright/base'
import { type Chain, openChain, readControlState } from '@vaultwright/chain'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { artifactPathOf } from '../fork/artifact.ts'
import { ownerKeys, safeMarkets, safeReleases } from './market/safe.ts'
import { openRealWorld, type RealWorld } from './world/real-world.ts'

let world: RealWorld
let port: Chain
beforeAll(async () => {
  world = await openRealWorld(safeMarkets)
  port = await openChain(world.chain.anvil.rpc, { id: 31337 })
})
afterAll(() => world?.close())

const lower = (address: string) => address.toLowerCase() as Address
const vault: Address = `0x${'0a'.repeat(20)}`
const manager: Address = `0x${'0b'.repeat(20)}`

test.each(safeReleases)(
  'golden: a vault that a Safe $version owns, one of whose owners is a Safe',
  async ({ version }) => {
    expect(world.missing.get(`Safe ${version}`)).toBeUndefined()
    const { chain } = world
    await world.undone(async () => {
      const [inner, outer] = ['inner', 'outer'].map((name) =>
        lower(chain.of(`Safe ${version} ${name}`)),
      )
      const { deployedBytecode } = JSON.parse(readFileSync(await artifactPathOf('Vault'), 'utf8'))
      const owner = `0x${outer!.slice(2).padStart(64, '0')}`
      await chain.ask('anvil_setCode', vault, deployedBytecode.object)
      await chain.ask('anvil_setStorageAt', vault, `0x${'0'.repeat(64)}`, owner)
      await chain.ask('evm_mine')
      const contracts = { vault, manager, accountant: null, teller: null, queue: null }
      const block = await port.readBlock('latest')
      const { reading } = await readControlState(port, { contracts, block })
      for (const safe of [inner!, outer!]) {
        const account = reading.state.get(safe)
        expect(account).toMatchObject({ kind: 'safe', threshold: 2, isComplete: true })
      }
      const freely = solveControl(reading.state).acts.find(({ act }) => act === 'manage_freely')!
      expect(freely.cuts!.map(({ delay, setCount }) => [delay, setCount])).toEqual([[0, 3n]])
      const [first, second, third] = ownerKeys.map((key) => lower(privateKeyToAddress(key)))
      const pairs = [
        [first, second],
        [first, third],
        [second, third],
      ]
      const sets = freely.cuts![0]!.sets.map(({ keys }) => [...keys].sort().join(' '))
      expect(sets.sort()).toEqual(pairs.map((pair) => pair.sort().join(' ')).sort())
    })
  },
)
