import { contractsFrom, type KnownContract } from './row.ts'

const cowChains = ['mainnet', 'optimism', 'bsc', 'polygon', 'base', 'arbitrum', 'avalanche']
/** Chains of the order book since that version. */
const newerCowChains = ['linea', 'plasma', 'ink']

/** Exchanges of tokens. */
export const exchangeContracts: readonly KnownContract[] = [
  ...contractsFrom(
    { protocol: 'uniswap_v3', label: 'Uniswap v3', source: 'leaf files of the vaults' },
    [['router', '0xE592427A0AEce92De3Edee1F18E0157C05861564', ['mainnet', 'arbitrum', 'optimism']]],
  ),
  ...contractsFrom(
    { protocol: 'uniswap_v3', label: 'Uniswap v3', source: 'Uniswap documentation' },
    [
      [
        'quoter_v2',
        '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
        ['mainnet', 'arbitrum', 'optimism'],
        'Uniswap v3 quoter',
      ],
      ['quoter_v2', '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a', ['base'], 'Uniswap v3 quoter'],
    ],
  ),
  ...contractsFrom({ protocol: 'uniswap_v3', label: 'Uniswap v3', source: 'Uniswap SDK' }, [
    [
      'router_02',
      '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
      ['mainnet', 'arbitrum', 'optimism', 'polygon'],
    ],
    ['router_02', '0x2626664c2603336E57B271c5C0b26F421741e481', ['base']],
    ['router_02', '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2', ['bsc']],
    ['router_02', '0x73855d06DE49d0fe4A9c42636Ba96c62da12FF9C', ['unichain']],
    ['router_02', '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE', ['avalanche']],
    ['router_02', '0xfE31F71C1b106EAc32F1A19239c9a9A72ddfb900', ['monad']],
    ['router_02', '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a', ['linea']],
    ['router_02', '0x177778F19E89dD1012BdBe603F144088A95C4B53', ['ink']],
    [
      'position_manager',
      '0xC36442b4a4522E871399CD717aBDD847Ab11FE88',
      ['mainnet', 'arbitrum', 'optimism', 'polygon'],
    ],
    ['position_manager', '0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1', ['base']],
    ['position_manager', '0x7b8A01B39D58278b5DE7e48c8449c9f4F5170613', ['bsc']],
    ['position_manager', '0x943e6e07a7E8E791dAFC44083e54041D743C46E9', ['unichain']],
    ['position_manager', '0x655C406EBFa14EE2006250925e54ec43AD184f8B', ['avalanche']],
    ['position_manager', '0x7197E214c0b767cFB76Fb734ab638E2c192F4E53', ['monad']],
    ['position_manager', '0x4615C383F85D0a2BbED973d83ccecf5CB7121463', ['linea']],
    ['position_manager', '0xC0836E5B058BBE22ae2266e1AC488A1A0fD8DCE8', ['ink']],
  ]),
  ...contractsFrom({ protocol: 'uniswap_v2', label: 'Uniswap v2', source: 'Uniswap SDK' }, [
    ['router', '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D', ['mainnet']],
    [
      'router',
      '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
      ['base', 'arbitrum', 'bsc', 'avalanche'],
    ],
    ['router', '0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2', ['optimism']],
    ['router', '0xedf6066a2b290C185783862C7F4776A2C8077AD1', ['polygon']],
    ['router', '0x284F11109359a7e1306C3e447ef14D38400063FF', ['unichain']],
  ]),
  ...contractsFrom(
    { protocol: 'pancake_swap_v3', label: 'PancakeSwap v3', source: 'leaf files of the vaults' },
    [
      ['router', '0x13f4EA83D0bd40E75C8222255bc855a974568Dd4', ['mainnet']],
      ['master_chef', '0x556B9306565093C855AEA9AE92A594704c2Cd59e', ['mainnet']],
    ],
  ),
  ...contractsFrom(
    { protocol: 'pancake_swap_v3', label: 'PancakeSwap v3', source: 'PancakeSwap SDK' },
    [
      [
        'position_manager',
        '0x46A15B0b27311cedF172AB29E4f4766fbE7F4364',
        ['mainnet', 'base', 'arbitrum', 'linea', 'bsc', 'monad'],
      ],
    ],
  ),
  ...contractsFrom(
    { protocol: 'velodrome', label: 'Velodrome Slipstream', source: 'leaf files of the vaults' },
    [
      [
        'position_manager',
        '0x827922686190790b37229fd06084350E74485b72',
        ['base'],
        'Aerodrome Slipstream',
      ],
      [
        'gauge',
        '0x0b537aC41400433F09d97Cd370C1ea9CE78D8a74',
        ['base'],
        'Aerodrome Slipstream gauge',
      ],
      [
        'gauge',
        '0x2A1f7bf46bd975b5004b61c6040597E1B6117040',
        ['base'],
        'Aerodrome Slipstream gauge',
      ],
      [
        'gauge',
        '0xF5550F8F0331B8CAA165046667f4E6628E9E3Aac',
        ['base'],
        'Aerodrome Slipstream gauge',
      ],
      ['position_manager', '0x416b433906b1B72FA758e166e239c43d68dC6F29', ['optimism']],
      [
        'gauge',
        '0xb2218A2cFeF38Ca30AE8C88B41f2E2BdD9347E3e',
        ['optimism'],
        'Velodrome Slipstream gauge',
      ],
    ],
  ),
  ...contractsFrom({ protocol: 'curve', label: 'Curve', source: 'Curve API' }, [
    ['router', '0x45312ea0eFf7E09C83CBE249fa1d7598c4C8cd4e', ['mainnet'], 'Curve router'],
  ]),
  ...contractsFrom({ protocol: 'balancer_v2', label: 'Balancer v2', source: 'Balancer SDK' }, [
    [
      'vault',
      '0xBA12222222228d8Ba445958a75a0704d566BF2C8',
      ['mainnet', 'base', 'arbitrum', 'optimism', 'fraxtal', 'polygon', 'avalanche'],
    ],
  ]),
  ...contractsFrom({ protocol: 'balancer_v3', label: 'Balancer v3', source: 'Balancer SDK' }, [
    [
      'vault',
      '0xbA1333333333a1BA1108E8412f11850A5C319bA9',
      ['mainnet', 'base', 'arbitrum', 'optimism', 'hyperEVM', 'plasma', 'monad', 'avalanche'],
    ],
    ['router', '0xAE563E3f8219521950555F5962419C8919758Ea2', ['mainnet']],
    ['router', '0x3f170631ed9821Ca51A59D996aB095162438DC10', ['base']],
    ['router', '0xEAedc32a51c510d35ebC11088fD5fF2b47aACF2E', ['arbitrum']],
    ['router', '0xe2fa4e1d17725e72dcdAfe943Ecf45dF4B9E285b', ['optimism']],
    ['router', '0xA8920455934Da4D853faac1f94Fe7bEf72943eF1', ['hyperEVM']],
    ['router', '0x9dA18982a33FD0c7051B19F0d7C76F2d5E7e017c', ['plasma', 'monad']],
    ['router', '0xF39CA6ede9BF7820a952b52f3c94af526bAB9015', ['avalanche']],
  ]),
  ...contractsFrom({ protocol: 'permit2', label: 'Permit2', source: 'Balancer SDK' }, [
    [
      'permit2',
      '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      [
        'mainnet',
        'base',
        'arbitrum',
        'optimism',
        'hyperEVM',
        'plasma',
        'monad',
        'sonicMainnet',
        'avalanche',
      ],
    ],
  ]),
  ...contractsFrom({ protocol: 'permit2', label: 'Permit2', source: 'Morpho address registry' }, [
    [
      'permit2',
      '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      ['polygon', 'unichain', 'tac', 'sei', 'bsc', 'flare'],
    ],
  ]),
  ...contractsFrom({ protocol: 'permit2', label: 'Permit2', source: 'Euler interfaces' }, [
    ['permit2', '0x000000000022D473030F116dDEE9F6B43aC78BA3', ['linea', 'berachain', 'swell']],
  ]),
  ...contractsFrom({ protocol: 'pendle', label: 'Pendle v4', source: 'Pendle deployments' }, [
    [
      'router',
      '0x888888888889758F76e7103c6CbF23ABbF58F946',
      [
        'mainnet',
        'base',
        'arbitrum',
        'optimism',
        'bsc',
        'mantle',
        'sonicMainnet',
        'berachain',
        'hyperEVM',
        'plasma',
        'monad',
      ],
    ],
    [
      'limit_router',
      '0x000000000000c9B3E2C3Ec88B1B4c0cD853f4321',
      [
        'mainnet',
        'base',
        'arbitrum',
        'optimism',
        'bsc',
        'mantle',
        'sonicMainnet',
        'berachain',
        'hyperEVM',
        'plasma',
        'monad',
      ],
    ],
  ]),
  ...contractsFrom({ protocol: 'one_inch', label: '1inch', source: 'leaf files of the vaults' }, [
    [
      'router_v5',
      '0x1111111254EEB25477B68fb85Ed929f73A960582',
      ['mainnet', 'base', 'arbitrum', 'optimism'],
      '1inch v5',
    ],
  ]),
  ...contractsFrom({ protocol: 'one_inch', label: '1inch', source: '1inch SDK' }, [
    [
      'router_v6',
      '0x111111125421cA6dc452d289314280a0f8842A65',
      [
        'mainnet',
        'base',
        'arbitrum',
        'optimism',
        'linea',
        'bsc',
        'sonicMainnet',
        'unichain',
        'monad',
        'polygon',
        'avalanche',
      ],
      '1inch v6',
    ],
  ]),
  ...contractsFrom({ protocol: 'odos', label: 'Odos v2', source: 'Odos documentation' }, [
    ['router_v2', '0xCf5540fFFCdC3d510B18bFcA6d2b9987b0772559', ['mainnet']],
    ['router_v2', '0x19cEeAd7105607Cd444F5ad10dd51356436095a1', ['base']],
    ['router_v2', '0xa669e7A0d4b3e4Fa48af2dE86BD4CD7126Be4e13', ['arbitrum']],
    ['router_v2', '0xCa423977156BB05b13A2BA3b76Bc5419E2fE9680', ['optimism']],
    ['router_v2', '0xD9F4e85489aDCD0bAF0Cd63b4231c6af58c26745', ['mantle']],
    ['router_v2', '0x2d8879046f1559E53eb052E949e9544bCB72f414', ['linea']],
    ['router_v2', '0xbFe03C9E20a9Fc0b37de01A172F207004935E0b1', ['scroll']],
    ['router_v2', '0x56c85a254DD12eE8D9C04049a4ab62769Ce98210', ['fraxtal']],
    ['router_v2', '0x89b8AA89FDd0507a99d334CBe3C808fAFC7d850E', ['bsc']],
    ['router_v2', '0xaC041Df48dF9791B0654f1Dbbf2CC8450C5f2e9D', ['sonicMainnet']],
    ['router_v2', '0x6409722F3a1C4486A3b1FE566cBDd5e9D946A1f3', ['unichain']],
    ['router_v2', '0x4E3288c9ca110bCC82bf38F09A7b425c095d92Bf', ['polygon']],
    ['router_v2', '0x88de50B233052e4Fb783d4F6db78Cc34fEa3e9FC', ['avalanche']],
  ]),
  ...contractsFrom(
    { protocol: 'cow', label: 'CoW Protocol', source: '@cowprotocol/contracts 1.8.0' },
    [
      ['settlement', '0x9008D19f58AAbD9eD0D60971565AA8510560ab41', cowChains],
      ['vault_relayer', '0xC92E8bdf79f0507f65a392b0ab4667716BFE0110', cowChains],
    ],
  ),
  ...contractsFrom(
    {
      protocol: 'cow',
      label: 'CoW Protocol',
      source: 'CoW documentation, the order book’s chains',
    },
    [
      ['settlement', '0x9008D19f58AAbD9eD0D60971565AA8510560ab41', newerCowChains],
      ['vault_relayer', '0xC92E8bdf79f0507f65a392b0ab4667716BFE0110', newerCowChains],
    ],
  ),
]
