import type { Address } from '@vaultwright/base'
import { fileOf, type TreeFile } from '@vaultwright/formats'
import { buildLeaf, buildLeafTree, type Leaf } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { ruleBook as rules } from '@vaultwright/protocols'
import { joinNames, registryNames, tokenOf } from '@vaultwright/registry'
import { expect, test } from 'vitest'
import { treeNames } from '../leaf/tree-name.ts'
import { compareTrees } from './comparison.ts'
import { printDiffText } from './diff-print.ts'

const accountOf = (seed: string): Address => checksumOf(`0x${seed.padStart(40, '0')}`)
const token = (symbol: string) => tokenOf(1, symbol)!.address
const accounts = {
  vault: '0x08c6F91e2B681FaF5e17227F2a44C307b3C1364C',
  manager: '0xcFF411d5C54FE0583A984beE1eF43a4776854B9A',
  accountant: '0xc315D6e14DDCDC7407784e2Caf815d131Bc1D3E7',
  decoder: accountOf('dec0de01'),
} as const
const { vault } = accounts
const renewed = accountOf('dec0de02')
const executor = accountOf('5e1f')
const thief = accountOf('bad')
const oneInch = '0x1111111254EEB25477B68fb85Ed929f73A960582'
const uniswap = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
const cctp = '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d'
const arbitrumDomain = accountOf('3')

type Draft = {
  readonly target: Address
  readonly signature: string
  readonly entries: readonly Address[]
  readonly description: string
}
const leafOf = ({ target, signature, entries, description }: Draft): Leaf =>
  buildLeaf({
    decoder: accounts.decoder,
    target,
    canSendValue: false,
    signature,
    arguments: entries,
    description,
  })
const approve = (symbol: string, spender: Address, name: string) =>
  leafOf({
    target: token(symbol),
    signature: 'approve(address,uint256)',
    entries: [spender],
    description: `Approve ${name} to spend ${symbol}`,
  })
const swapV5 = (sold: string, bought: string) =>
  leafOf({
    target: oneInch,
    signature:
      'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)',
    entries: [executor, token(sold), token(bought), executor, vault],
    description: `Swap ${sold} for ${bought} using 1inch router`,
  })
const swapV3 = (sold: string, bought: string, recipient: Address = vault) =>
  leafOf({
    target: uniswap,
    signature: 'exactInput((bytes,address,uint256,uint256,uint256))',
    entries: [token(sold), token(bought), recipient],
    description: `Swap ${sold} for ${bought} using UniswapV3 router`,
  })
const pairsOf = (symbols: readonly string[]) =>
  symbols.flatMap((sold) =>
    symbols.filter((bought) => bought !== sold).map((bought) => [sold, bought] as const),
  )
const routersOf = (symbols: readonly string[]): readonly Leaf[] => [
  ...symbols.map((symbol) => approve(symbol, oneInch, '1inch router')),
  ...pairsOf(symbols).map(([sold, bought]) => swapV5(sold, bought)),
  ...symbols.map((symbol) => approve(symbol, uniswap, 'UniswapV3 router')),
  ...pairsOf(symbols).map(([sold, bought]) => swapV3(sold, bought)),
]
const file = (leaves: readonly Leaf[], capacity?: number): TreeFile =>
  fileOf(buildLeafTree(leaves, capacity === undefined ? {} : { capacity }), accounts)

const symbols = ['USDC', 'USDT', 'DAI', 'WETH', 'WBTC']
const base = routersOf(symbols)

function linesOf(before: TreeFile, after: TreeFile): readonly string[] {
  const names = joinNames(registryNames(1), treeNames(before), treeNames(after))
  const comparison = compareTrees(before, after, { rules })
  return printDiffText(comparison, { names, whole: false, detail: false }).trimEnd().split('\n')
}

test('golden: one token added to two routers', () => {
  const lines = linesOf(file(base), file(routersOf([...symbols, 'MORPHO'])))
  expect(lines).toMatchInlineSnapshot(`
    [
      "! riskier: 2 critical, 1 high, 1 medium new or wider ways out: reaching further: The caller writes the bytes data that 0x0000000000000000000000000000000000005e1f behind swap of 1inch v5 0x1111…0582 (slots 6, 7, 8, 9, 10, 11, 12, 13 and 22 more) executes with USDC 0xA0b8…eB48, USDT 0xdAC1…1ec7, DAI 0x6B17…1d0F, WETH 0xC0…",
      "leaves   50 → 72: 22 added, 0 removed, 0 changed; actions 7 → 8: 1 new, 0 gone; new: 1 target",
      "! new target: MORPHO 0x58D9…c2B2",
      "root     0x8183ca5394e2ec92e5f5bcf892b39b27768e33cb3ddac0192460b22842d39dec → 0xef76abae6af73b70f10176bf84ce9af172a6066843b58c0ca3d03318f50f58aa",
      "chain    mainnet, because vault 0x08c6F91e2B681FaF5e17227F2a44C307b3C1364C is ether.fi Liquid USD, which is on 9 chains, and most of its accounts are on record on mainnet (7)",
      "",
      "+ one_inch/swap_v5  1inch v5: sell 5 tokens (DAI, USDC, …) → MORPHO, executor 0x0000…5e1f (5 leaves)",
      "+ one_inch/swap_v5  1inch v5: sell MORPHO → 5 tokens (DAI, USDC, …), executor 0x0000…5e1f, with 1 approval (6 leaves)",
      "+ uniswap_v3/swap  Uniswap v3 router: sell 5 tokens (DAI, USDC, …) → MORPHO (5 leaves)",
      "+ uniswap_v3/swap  Uniswap v3 router: sell MORPHO → 5 tokens (DAI, USDC, …), with 1 approval (6 leaves)",
    ]
  `)
  expect(lines.length).toBeLessThanOrEqual(12)
})

test('golden: a decoder renewed is one line', () => {
  const lines = linesOf(file(base), file(base.map((leaf) => ({ ...leaf, decoder: renewed }))))
  expect(lines).toMatchInlineSnapshot(`
    [
      "leaves   50: 0 added, 0 removed, 50 changed; actions 7: 0 new, 0 gone; new: 1 decoder",
      "! new decoder: 0x00000000000000000000000000000000DeC0DE02",
      "root     0x8183ca5394e2ec92e5f5bcf892b39b27768e33cb3ddac0192460b22842d39dec → 0x51cb909c9946fb221f5dd81390b5bd66f8ca2e140e1f6f7da6b7c80b663c4475",
      "chain    mainnet, because vault 0x08c6F91e2B681FaF5e17227F2a44C307b3C1364C is ether.fi Liquid USD, which is on 9 chains, and most of its accounts are on record on mainnet (7)",
      "",
      "~ decoder 0x00000000000000000000000000000000Dec0dE01 → 0x00000000000000000000000000000000DeC0DE02, everything else as before: one_inch, uniswap_v3, erc_20; what it refuses is not known offline, decoder check tells (50 leaves)",
    ]
  `)
  expect(lines.filter((line) => /^[-+~]/.test(line))).toHaveLength(1)
})

test('golden: a decoder exchanged for one that binds less is the first line', () => {
  const loosened = base.map((leaf) => {
    if (leaf.target !== oneInch) return leaf
    const [, sold, bought, , receiver] = leaf.arguments
    return { ...leaf, decoder: renewed, arguments: [sold!, bought!, receiver!] }
  })
  const lines = linesOf(file(base), file(loosened))
  expect(lines).toMatchInlineSnapshot(`
    [
      "! one_inch/swap_v5 of 1inch v5 0x1111…0582: executor was bound to 0x0000000000000000000000000000000000005e1f, is not bound now: free unless the decoder checks it (executor == allowedExecutor() else OneInchDecoderAndSanitizer__InvalidExecutor and desc.srcReceiver == executor) (20 leaves, decoder 0x00000000000000000000000000000000DeC0DE02)",
      "! one_inch/swap_v5 of 1inch v5 0x1111…0582: desc.srcReceiver was bound to 0x0000000000000000000000000000000000005e1f, is not bound now: free unless the decoder checks it (desc.srcReceiver == executor) (20 leaves, decoder 0x00000000000000000000000000000000DeC0DE02)",
      "! riskier: 1 critical, 1 medium new or wider ways out, 1 gone: The caller writes the bytes data that swap of 1inch v5 0x1111…0582 (slots 5, 6, 7, 8, 9, 10, 11, 12 and 12 more) executes with USDC 0xA0b8…eB48, USDT 0xdAC1…1ec7, DAI 0x6B17…1d0F, WETH 0xC02a…6Cc2 and WBTC 0x2260…C599 in its hands.",
      "leaves   50: 20 added, 20 removed, 0 changed; actions 7: 0 new, 0 gone; new: 1 decoder",
      "! new decoder: 0x00000000000000000000000000000000DeC0DE02",
      "root     0x8183ca5394e2ec92e5f5bcf892b39b27768e33cb3ddac0192460b22842d39dec → 0x46caa4086d42d56b5055e573b6a7d2ec5b3cde6a09ecd7e5513ec1883f3effae",
      "chain    mainnet, because vault 0x08c6F91e2B681FaF5e17227F2a44C307b3C1364C is ether.fi Liquid USD, which is on 9 chains, and most of its accounts are on record on mainnet (7)",
      "",
      "+ one_inch/swap_v5  1inch v5: swap between any 2 of 5 tokens (DAI, USDC, …) (20 leaves)",
      "- one_inch/swap_v5  1inch v5: swap between any 2 of 5 tokens (DAI, USDC, …), executor 0x0000…5e1f (20 leaves)",
    ]
  `)
  expect(lines[0]).toContain('executor was bound')
})

test('golden: a recipient slipped in among 60 harmless leaves is in the first three lines', () => {
  const harmless = pairsOf([...symbols, 'USDe', 'sUSDe', 'GHO', 'LINK', 'LDO']).filter(
    ([sold, bought]) => !symbols.includes(sold) || !symbols.includes(bought),
  )
  const added = harmless.map(([sold, bought]) => swapV3(sold, bought))
  added.splice(37, 0, swapV3('USDC', 'WETH', thief))
  const lines = linesOf(file(base), file([...base, ...added.slice(0, 61)]))
  expect(lines).toMatchInlineSnapshot(`
    [
      "! riskier: 2 high, 1 medium new or wider ways out: 0x0000000000000000000000000000000000000Bad is not the vault and can receive all of USDC 0xA0b8…eB48 and WETH 0xC02a…6Cc2 through exactInput of Uniswap v3 router 0xE592…1564 (slot 87).",
      "leaves   50 → 111: 61 added, 0 removed, 0 changed; actions 7 → 8: 1 new, 0 gone; new: 1 recipient",
      "! new recipient: 0x0000000000000000000000000000000000000Bad (exactInput((bytes,address,uint256,uint256,uint256)), 1 leaf)",
      "root     0x8183ca5394e2ec92e5f5bcf892b39b27768e33cb3ddac0192460b22842d39dec → 0x00304e5d0a4bd7314822debb5e468f3c695e573706bed5385fa36ce96f49d251",
      "chain    mainnet, because vault 0x08c6F91e2B681FaF5e17227F2a44C307b3C1364C is ether.fi Liquid USD, which is on 9 chains, and most of its accounts are on record on mainnet (7)",
      "",
      "+ uniswap_v3/swap_to  Uniswap v3 router: sell USDC → WETH, recipient 0x0000…0Bad (1 leaf)",
      "+ uniswap_v3/swap  Uniswap v3 router: sell 60 pairs (DAI → GHO, DAI → LDO, …) (60 leaves)",
    ]
  `)
  expect(lines.slice(0, 3).join('\n')).toContain(thief)
})

test('golden: a bridge opened is in the first three lines', () => {
  const bridge = leafOf({
    target: cctp,
    signature: 'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)',
    entries: [arbitrumDomain, vault, token('USDC'), accountOf('0')],
    description: 'Bridge USDC to Arbitrum using CCTP',
  })
  const lines = linesOf(file(base), file([...base, approve('USDC', cctp, 'CCTP'), bridge]))
  expect(lines).toMatchInlineSnapshot(`
    [
      "! riskier: 1 high, 1 medium new or wider ways out: All of USDC 0xA0b8…eB48 can be lost through depositForBurn of Circle CCTP v2 token messenger 0x28b5…cf5d (slot 51): the first 12 bytes of \`mintRecipient\` and \`destinationCaller\` are free, and where they are not zero no account of 20 bytes c…",
      "leaves   50 → 52: 2 added, 0 removed, 0 changed; actions 7 → 8: 1 new, 0 gone; new: 1 spender, 1 target",
      "! new bridge: cctp/burn to Arbitrum One through Circle CCTP v2 token messenger 0x28b5…cf5d",
      "! new spender: Circle CCTP v2 token messenger 0x28b5…cf5d",
      "! new target: Circle CCTP v2 token messenger 0x28b5…cf5d",
      "root     0x8183ca5394e2ec92e5f5bcf892b39b27768e33cb3ddac0192460b22842d39dec → 0x804f6a8247dd66ac9b769fdd338f7294d573ca13c0a57fe3137ab9e0ca6209d7",
      "chain    mainnet, because vault 0x08c6F91e2B681FaF5e17227F2a44C307b3C1364C is ether.fi Liquid USD, which is on 9 chains, and most of its accounts are on record on mainnet (7)",
      "",
      "+ cctp/burn  Circle CCTP v2 token messenger: destination Arbitrum One, recipient ether.fi Liquid USD, USDC, destination caller zero address, with 1 approval (2 leaves)",
    ]
  `)
  expect(lines.slice(0, 3).join('\n')).toMatch(/bridge.*Arbitrum/)
})

test('golden: a tree reordered and padded anew says so and nothing else', () => {
  const lines = linesOf(file(base), file(base.toReversed(), 256))
  expect(lines).toMatchInlineSnapshot(`
    [
      "No permission differs: order, number of slots or padding gives another root.",
      "slots    64 → 256",
      "root     0x8183ca5394e2ec92e5f5bcf892b39b27768e33cb3ddac0192460b22842d39dec → 0x267c45e1e1fd3d18cf2b834d80deeb7ae6a9cf75c038d2cd70bee5ab5326c27a",
    ]
  `)
  expect(lines).toHaveLength(3)
})
