import type { EffectCase } from './case.ts'
import { etherFor, owner, wad } from './chain-step.ts'

const eth = 'Local ETH'

const lido: EffectCase = {
  rows: [35, 36],
  what: 'Lido: stake, wrap, unwrap, ask for ETH back and claim it',
  vault: eth,
  steps: [
    etherFor(eth, 5n * wad),
    {
      route: 'lido/stake',
      params: { st_eth: 'stETH', amount: '2' },
      changes: { ETH: '-2', stETH: '2' },
      logs: [['stETH', 'Submitted(address,uint256,address)']],
    },
    {
      route: 'lido/wrap',
      params: { wrapper: 'wstETH', amount: '1' },
      changes: { stETH: '-0.999999999999999999', wstETH: '0.996243989193933837' },
    },
    {
      route: 'lido/unwrap',
      params: { wrapper: 'wstETH', amount: '0.5' },
      changes: { stETH: '0.501885085805689612', wstETH: '-0.5' },
    },
    {
      route: 'lido/request_withdrawals',
      params: { withdrawal_queue: 'unstETH', amounts: ['0.75', '0.25', '0.5'] },
      changes: { stETH: '-1.499999999999999999', unstETH: '3' },
      logs: [['unstETH', 'WithdrawalRequested(uint256,address,address,uint256,uint256)']],
    },
    owner('unstETH', 'finalize(uint256)', [3n]),
    {
      route: 'lido/claim_withdrawal',
      params: { withdrawal_queue: 'unstETH', request_id: '1' },
      changes: { ETH: '0.749999999999999999', unstETH: '-1' },
    },
    {
      route: 'lido/claim_withdrawals',
      params: { withdrawal_queue: 'unstETH', request_ids: ['2', '3'], hints: ['1', '1'] },
      changes: { ETH: '0.749999999999999998', unstETH: '-2' },
    },
  ],
}

const queue = 'ether.fi withdrawals'

const etherFi: EffectCase = {
  rows: [37],
  what: 'ether.fi: stake, wrap, unwrap, ask for ETH back and claim it',
  vault: eth,
  steps: [
    etherFor(eth, 5n * wad),
    {
      route: 'ether_fi/stake',
      params: { liquidity_pool: 'ether.fi pool', amount: '2' },
      changes: { ETH: '-2', eETH: '2' },
    },
    {
      route: 'ether_fi/wrap',
      params: { wrapper: 'weETH', amount: '1' },
      changes: { eETH: '-1', weETH: '0.996234246587980510' },
    },
    {
      route: 'ether_fi/unwrap',
      params: { wrapper: 'weETH', amount: '0.25' },
      changes: { eETH: '0.250944996978601388', weETH: '-0.25' },
    },
    {
      route: 'ether_fi/request_withdraw',
      params: { liquidity_pool: 'ether.fi pool', amount: '1.5' },
      changes: { eETH: '-1.499999999999999999', [queue]: '1' },
    },
    owner(queue, 'finalizeRequests(uint256)', [1n]),
    {
      route: 'ether_fi/claim_withdraw',
      params: { withdraw_request_nft: queue, request_id: '1' },
      changes: { ETH: '1.499999999999999999', [queue]: '-1' },
    },
  ],
}

/** Liquid staking. */
export const stakingCases: readonly EffectCase[] = [lido, etherFi]
