import { recogniseCode, solveControl } from '@vaultwright/access-control'
import { type Address, type Hex, parseHex, zeroAddress } from '@vaultwright/base'
import { type Chain, openAnvil, openChain, readControlState } from '@vaultwright/chain'
import { encodeAbiParameters, keccak256, numberToHex, parseAbiParameters } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takePackage } from '../package/package-store.ts'
import { realArtifactOf } from '../package/real-artifact.ts'
import { deployOwn, people } from '../world/base.ts'
import { openRealChain, type RealChain } from '../world/real-chain.ts'

const lib = '@layerzerolabs/lz-evm-messagelib-v2'
const missing =
  (await takePackage(lib).then((taken) => ('missing' in taken ? taken.missing : null))) ?? null
if (missing !== null) console.log(`skipped: ${missing}`)

const [here, there, elsewhere] = [30_101, 30_110, 30_111]
const verifiers = ['a1', 'a2', 'a3', 'a4'].map((byte): Address => `0x${byte.repeat(20)}`)
const delegate: Address = `0x${'d1'.repeat(20)}`
const lower = (address: string) => address.toLowerCase() as Address
const config = '(uint64,uint8,uint8,uint8,address[],address[])'

let chain: RealChain
let port: Chain

beforeAll(async () => {
  if (missing !== null) return
  const anvil = await openAnvil({ arguments: ['--hardfork', 'prague', '--base-fee', '0'] })
  chain = await openRealChain(anvil)
  port = await openChain(anvil.rpc, { id: 31337 })
  const accounts = (await chain.ask('eth_accounts')) as Address[]
  for (const [index, name] of people.entries()) chain.place(name, accounts[index]!)
  const owner = chain.of('owner')
  const endpoint = 'artifacts/contracts/EndpointV2.sol/EndpointV2.json'
  const library = 'artifacts/contracts/uln/uln302/ReceiveUln302.sol/ReceiveUln302.json'
  const protocol = '@layerzerolabs/lz-evm-protocol-v2'
  await chain.deploy('endpoint', await realArtifactOf(protocol, endpoint), [here, owner])
  for (const name of ['library', 'newer library'])
    await chain.deploy(name, await realArtifactOf(lib, library), [chain.of('endpoint')])
  await deployOwn(chain, { name: 'Vault', args: [owner, 'Vault', 'V', 18] })
  await deployOwn(chain, { name: 'Manager', args: [owner, chain.of('Vault'), owner] })
  const price = [owner, chain.of('Vault'), owner, 10n ** 18n, chain.of('Vault')]
  const bounds = [10_100, 9_900, 1, 0, 0]
  await deployOwn(chain, { name: 'AccountantRateProviders', args: [...price, ...bounds] })
  const parts = [owner, chain.of('Vault'), chain.of('AccountantRateProviders'), owner]
  await deployOwn(chain, {
    name: 'TellerLayerZero',
    args: [...parts, chain.of('endpoint'), delegate],
  })
  const minter = [chain.of('TellerLayerZero')]
  await chain.act({ to: 'Vault', call: 'transferOwnership(address)', args: minter })
  for (const name of ['library', 'newer library']) {
    await chain.act({ to: 'endpoint', call: 'registerLibrary(address)', args: [chain.of(name)] })
    await setDefault(name, there, [1n, 1, 0, 0, [verifiers[0]], []])
    await setDefault(name, elsewhere, [1n, 1, 2, 1, [verifiers[0]], verifiers.slice(1, 3)])
  }
  for (const id of [there, elsewhere]) {
    const args = [id, true, true, chain.of('TellerLayerZero'), 0n]
    const call = 'addChain(uint32,bool,bool,address,uint128)'
    await chain.act({ to: 'TellerLayerZero', call, args })
    await chain.act({
      to: 'endpoint',
      call: 'setDefaultReceiveLibrary(uint32,address,uint256)',
      args: [id, chain.of('library'), 0n],
    })
  }
  await chain.ask('anvil_setBalance', delegate, numberToHex(10n ** 18n))
})
afterAll(() => chain?.anvil.close())

async function setDefault(name: string, id: number, terms: readonly unknown[]): Promise<void> {
  const call = `setDefaultUlnConfigs((uint32,${config})[])`
  await chain.act({ to: name, call, args: [[[id, terms]]] })
}

/** The delegate sets verifiers for messages of a chain, as nobody else may. */
async function setVerifiers(name: string, id: number, terms: readonly unknown[]): Promise<void> {
  const encoded = encodeAbiParameters(parseAbiParameters(config), [terms as never])
  const call = 'setConfig(address,address,(uint32,uint32,bytes)[])'
  const args = [chain.of('TellerLayerZero'), chain.of(name), [[id, 2, encoded]]]
  await expect(chain.act({ to: 'endpoint', call, args, from: 'stranger' })).rejects.toThrow()
  await chain.act({ to: 'endpoint', call, args, from: delegate })
}

async function readBridge() {
  await chain.ask('evm_mine')
  const block = await port.readBlock('latest')
  const contracts = {
    vault: lower(chain.of('Vault')),
    manager: lower(chain.of('Manager')),
    accountant: lower(chain.of('AccountantRateProviders')),
    teller: lower(chain.of('TellerLayerZero')),
    queue: null,
  }
  const { reading } = await readControlState(port, { contracts, block })
  const account = reading.state.get(contracts.teller)!
  if (account.kind !== 'contract' || account.part.of !== 'teller') throw new Error('No teller.')
  return { reading, bridge: account.part.bridge! }
}

/** The verifiers as the published library answers for them. */
async function answered(name: string, id: number) {
  const returns = `getUlnConfig(address,uint32) view returns (${config})`
  const args = [chain.of('TellerLayerZero'), id]
  const [, , , threshold, required, optional] = (await chain.read({
    to: name,
    call: returns,
    args,
  })) as readonly [bigint, number, number, number, readonly Address[], readonly Address[]]
  return { threshold, required: required.map(lower), optional: optional.map(lower) }
}

test.skipIf(missing !== null)(
  'golden: endpoint and library as published are known, and read as they answer',
  async () => {
    for (const [name, title] of [
      ['endpoint', 'EndpointV2'],
      ['library', 'ReceiveUln302'],
    ] as const) {
      const code = (await chain.ask('eth_getCode', chain.of(name), 'latest')) as Hex
      expect(recogniseCode(parseHex(code))?.known.name).toBe(title)
    }
    const settings: readonly (readonly unknown[])[] = [
      [0n, 0, 0, 0, [], []],
      [5n, 2, 0, 0, verifiers.slice(1, 3), []],
      [0n, 255, 3, 2, [], verifiers.slice(0, 3)],
      [0n, 1, 255, 0, [verifiers[3]], []],
      [0n, 2, 2, 1, verifiers.slice(0, 2), verifiers.slice(2, 4)],
    ]
    for (const terms of settings) {
      await setVerifiers('library', elsewhere, terms)
      const { bridge } = await readBridge()
      expect(bridge.delegate).toBe(delegate)
      expect(
        bridge.routes.map(({ chain: id, isDefaultLibrary }) => [id, isDefaultLibrary]),
      ).toEqual([
        [there, true],
        [elsewhere, true],
      ])
      for (const { chain: id, library, verifiers: terms } of bridge.routes) {
        expect(library).toBe(lower(chain.of('library')))
        expect(terms).toMatchObject(await answered('library', id))
      }
    }
  },
)

test.skipIf(missing !== null)(
  'law: so many verifiers as the answer says make the published library let a message in, and one less do not',
  async () => {
    for (const terms of [
      [0n, 2, 2, 1, verifiers.slice(0, 2), verifiers.slice(2, 4)],
      [0n, 255, 3, 2, [], verifiers.slice(0, 3)],
    ] as const) {
      await setVerifiers('library', elsewhere, terms)
      const { reading, bridge } = await readBridge()
      const row = solveControl(reading.state, { mostSets: 100 }).acts.find(
        ({ act }) => act === 'bridge_mint',
      )!
      const people = new Set<Address>(verifiers)
      const { verifiers: counted } = bridge.routes.find(({ chain: id }) => id === elsewhere)!
      // Of the other chain one verifier is enough; the sets here are those of this chain.
      const sets = row
        .cuts![0]!.sets.map(({ keys }) => keys)
        .filter((keys) => keys.every((each) => people.has(each)))
      const needed = counted!.required.length + counted!.threshold
      const ofChain = sets.filter((keys) => keys.length === needed)
      expect(sets.length).toBeGreaterThan(0)
      for (const keys of ofChain.length > 0 ? ofChain : [verifiers.slice(0, needed)]) {
        expect(await isVerified(keys)).toBe(true)
        expect(await isVerified(keys.slice(1))).toBe(false)
      }
    }
  },
)

/** True if the published library takes a message for verified on the word of some verifiers; undone. */
async function isVerified(keys: readonly Address[]): Promise<boolean> {
  const snapshot = await chain.ask('evm_snapshot')
  const [header, payload] = [`0x${'1d'.repeat(81)}` as Hex, `0x${'2e'.repeat(32)}` as Hex]
  for (const from of keys) {
    await chain.ask('anvil_setBalance', from, numberToHex(10n ** 18n))
    const args = [header, payload, 100n]
    await chain.act({ to: 'library', call: 'verify(bytes,bytes32,uint64)', args, from })
  }
  const receiver = [chain.of('TellerLayerZero'), elsewhere]
  const terms = await chain.read({
    to: 'library',
    call: `getUlnConfig(address,uint32) view returns (${config})`,
    args: receiver,
  })
  const result = await chain.read({
    to: 'library',
    call: `verifiable(${config},bytes32,bytes32) view returns (bool)`,
    args: [terms, keccak256(header), payload],
  })
  await chain.ask('evm_revert', snapshot)
  return result === true
}

test.skipIf(missing !== null)(
  'golden: a library that is exchanged counts until its time is over, and defaults are of the owner',
  async () => {
    const args = [there, chain.of('newer library'), 5n]
    const call = 'setDefaultReceiveLibrary(uint32,address,uint256)'
    await expect(chain.act({ to: 'endpoint', call, args, from: delegate })).rejects.toThrow()
    await chain.act({ to: 'endpoint', call, args })
    const librariesOf = async () => {
      const { bridge } = await readBridge()
      return bridge.routes.filter(({ chain: id }) => id === there).map(({ library }) => library)
    }
    const [newer, older] = ['newer library', 'library'].map((name) => lower(chain.of(name)))
    expect(await librariesOf()).toEqual([newer, older])
    await chain.ask('anvil_mine', '0x10')
    expect(await librariesOf()).toEqual([newer])
    const { reading } = await readBridge()
    const row = solveControl(reading.state).acts.find(({ act }) => act === 'bridge_verifiers')!
    const keys = row.cuts![0]!.sets.map((set) => set.keys)
    expect(keys).toEqual(expect.arrayContaining([[delegate], [lower(chain.of('owner'))]]))
    // Without a delegate the owners of the defaults are left.
    await chain.act({ to: 'TellerLayerZero', call: 'setDelegate(address)', args: [zeroAddress] })
    expect((await readBridge()).bridge.delegate).toBe(zeroAddress)
  },
)
