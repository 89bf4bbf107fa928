const morphoMarket = '(address,address,address,address,uint256)'

/**
 * Functions that pull tokens from their caller, by canonical signature: the words of the
 * arguments that name these tokens.
 *
 * Only functions whose target pulls by itself are listed, so that it is the spender to approve.
 * Source: the protocols' public interfaces.
 */
export const pullHeuristics: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'supply(address,uint256,address,uint16)': ['asset'],
    'repay(address,uint256,uint256,address)': ['asset'],
    'supply(address,uint256)': ['asset'],
    [`supply(${morphoMarket},uint256,uint256,address,bytes)`]: ['loantoken'],
    [`repay(${morphoMarket},uint256,uint256,address,bytes)`]: ['loantoken'],
    [`supplyCollateral(${morphoMarket},uint256,address,bytes)`]: ['collateraltoken'],
    'depositIntoStrategy(address,address,uint256)': ['token'],
    'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)': [
      'tokena',
      'tokenb',
    ],
    'mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))': [
      'token0',
      'token1',
    ],
    'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)': [
      'srctoken',
    ],
    'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)': ['srctoken'],
    'swap((address,uint256,address,address,uint256,uint256,address),bytes,address,uint32)': [
      'inputtoken',
    ],
    'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)': ['burntoken'],
  }),
)
