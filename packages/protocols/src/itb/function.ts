import type { DecoderRules } from '@vaultwright/manager'

/**
 * The functions of every ITB position manager.
 *
 * Source: IntoTheBlock position managers.
 */
export const itbBasePosition = {
  decoder: 'ITBBasePosition',
  functions: [
    { signature: 'acceptOwnership()', packs: '' },
    { signature: 'addExecutor(address _executor)', packs: '_executor' },
    { signature: 'approve(address spender, uint256 amount)', packs: 'spender' },
    {
      signature: 'approveToken(address _token, address _guy, uint256 _wad)',
      packs: '_token, _guy',
    },
    { signature: 'removeExecutor(address _executor)', packs: '' },
    { signature: 'revokeToken(address _token, address _guy)', packs: '_token, _guy' },
    { signature: 'transfer(address _to, uint256 amount)', packs: '_to' },
    { signature: 'withdraw(address _asset, uint256 _amount)', packs: '' },
    { signature: 'withdrawAll(address _asset)', packs: '' },
  ],
} as const satisfies DecoderRules

/**
 * Earlier deployments' packing of the withdrawals: each leaf allows one asset, where the later ones
 * allow any.
 *
 * Source: leaves of published trees.
 */
export const itbBasePositionWithAsset = {
  decoder: 'ITBBasePosition',
  version: 'asset packed',
  functions: [
    { signature: 'withdraw(address _asset, uint256 _amount)', packs: '_asset' },
    { signature: 'withdrawAll(address _asset)', packs: '_asset' },
  ],
} as const satisfies DecoderRules

/**
 * ITB positions in Aave.
 *
 * Source: IntoTheBlock position managers.
 */
export const itbAave = {
  decoder: 'ITBAave',
  functions: [
    { signature: 'deposit(address asset, uint256 amount)', packs: 'asset' },
    { signature: 'withdrawSupply(address asset, uint256 amount)', packs: 'asset' },
  ],
} as const satisfies DecoderRules

/**
 * ITB positions in Cork.
 *
 * Source: IntoTheBlock position managers.
 */
export const itbCork = {
  decoder: 'ITBCork',
  functions: [
    { signature: 'assemble(uint256 _minOut)', packs: '' },
    { signature: 'claimWithdrawal(bytes32 _withdrawalId)', packs: '' },
    { signature: 'completeNextWithdrawal(uint256 _minOut)', packs: '' },
    { signature: 'completeNextWithdrawals(uint256 _minOut)', packs: '' },
    { signature: 'completeWithdrawal(uint256 _index, uint256 _minOut)', packs: '' },
    { signature: 'depositLv(uint256 _amount, uint256 _minOut)', packs: '' },
    { signature: 'disassemble(uint256 _amount, uint256 _minOut)', packs: '' },
    { signature: 'fullDisassemble(uint256 _minOut)', packs: '' },
    { signature: 'overrideWithdrawalIndexes(uint256 _start, uint256 _end)', packs: '' },
    { signature: 'redeemExpiredCt(address _ct, uint256 _epoch, uint256 _amount)', packs: '_ct' },
    { signature: 'redeemExpiredCtByConfig(uint256 _epoch, uint256 _amount)', packs: '' },
    { signature: 'startWithdrawal(uint256 _amount, uint256 _minOut)', packs: '' },
    { signature: 'swapCtDsToRa(uint256 _amount, uint256 _minOut)', packs: '' },
    { signature: 'swapDsPaToRa(uint256 _amount, uint256 _minOut)', packs: '' },
    { signature: 'swapPaToRa(bytes _swapData, uint256 _minOut)', packs: '' },
    { signature: 'update1InchRouter(address _router)', packs: '_router' },
    {
      signature: 'updatePositionConfig(address _vault, bytes32 _pairId, uint256 _epoch)',
      packs: '_vault',
    },
    { signature: 'updateVaultSupervisor(address _vault_supervisor)', packs: '_vault_supervisor' },
  ],
} as const satisfies DecoderRules

/**
 * ITB positions in Curve, staked in a gauge or in Convex.
 *
 * Source: IntoTheBlock position managers.
 */
export const itbCurveAndConvex = {
  decoder: 'ITBCurveAndConvexNoConfig',
  functions: [
    {
      signature:
        'addLiquidityAllCoinsAndStake(address _pool, uint256[] _amounts, address _gauge, uint256 _min_lp)',
      packs: '_pool, _gauge',
    },
    {
      signature:
        'addLiquidityAllCoinsAndStakeConvex(address _pool, uint256[] _amounts, uint256 _convex_pool_id, uint256 _min_lp)',
      packs: '_pool, uint160(_convex_pool_id)',
    },
    {
      signature:
        'unstakeAndRemoveLiquidityAllCoins(address _pool, uint256 _lp, address _gauge, uint256[] _min_amounts)',
      packs: '_pool, _gauge',
    },
    {
      signature:
        'unstakeAndRemoveLiquidityAllCoinsConvex(address _pool, uint256 _lp, uint256 _convex_pool_id, uint256[] _min_amounts)',
      packs: '_pool, uint160(_convex_pool_id)',
    },
  ],
} as const satisfies DecoderRules

/**
 * ITB positions in EigenLayer.
 *
 * Source: IntoTheBlock position managers.
 */
export const itbEigenLayer = {
  decoder: 'ITBEigenLayer',
  functions: [
    { signature: 'assemble(uint256 _minOut)', packs: '' },
    { signature: 'completeNextWithdrawal(uint256 _minOut)', packs: '' },
    { signature: 'completeNextWithdrawals(uint256 _minOut)', packs: '' },
    { signature: 'completeWithdrawal(uint256 _index, uint256 _minOut)', packs: '' },
    { signature: 'delegate()', packs: '' },
    {
      signature: 'delegateWithSignature(bytes _signature, uint256 _expiry, bytes32 _salt)',
      packs: '',
    },
    { signature: 'deposit(uint256 _amount, uint256 _minOut)', packs: '' },
    { signature: 'disassemble(uint256 _amount, uint256 _minOut)', packs: '' },
    { signature: 'execute(address _to, uint256 _value, bytes _data)', packs: '_to' },
    { signature: 'fullDisassemble(uint256 _minOut)', packs: '' },
    { signature: 'overrideWithdrawalIndexes(uint256 _start, uint256 _end)', packs: '' },
    { signature: 'startWithdrawal(uint256 _amount)', packs: '' },
    { signature: 'undelegate()', packs: '' },
    {
      signature: 'updateDelegationManager(address _delegation_manager)',
      packs: '_delegation_manager',
    },
    {
      signature:
        'updatePositionConfig(address _liquid_staking, address _underlying, address _delegate_to)',
      packs: '_liquid_staking, _underlying, _delegate_to',
    },
    { signature: 'updateStrategyManager(address _strategy_manager)', packs: '_strategy_manager' },
  ],
} as const satisfies DecoderRules

/**
 * ITB positions in Gearbox.
 *
 * Source: IntoTheBlock position managers.
 */
export const itbGearbox = {
  decoder: 'ITBGearbox',
  functions: [
    { signature: 'deposit(uint256 _amount, uint256 _minOut)', packs: '' },
    { signature: 'stake(uint256 _amount)', packs: '' },
    { signature: 'unstake(uint256 _amount)', packs: '' },
    { signature: 'withdrawSupply(uint256 _amount, uint256 _minOut)', packs: '' },
  ],
} as const satisfies DecoderRules

/**
 * ITB positions in Karak.
 *
 * Source: IntoTheBlock position managers.
 */
export const itbKarak = {
  decoder: 'ITBKarak',
  functions: [
    { signature: 'assemble(uint256 _minOut)', packs: '' },
    { signature: 'completeNextWithdrawal(uint256 _minOut)', packs: '' },
    { signature: 'completeNextWithdrawals(uint256 _minOut)', packs: '' },
    { signature: 'completeWithdrawal(uint256 _index, uint256 _minOut)', packs: '' },
    { signature: 'deposit(uint256 _amount, uint256 _minOut)', packs: '' },
    { signature: 'disassemble(uint256 _amount, uint256 _minOut)', packs: '' },
    { signature: 'fullDisassemble(uint256 _minOut)', packs: '' },
    { signature: 'overrideWithdrawalIndexes(uint256 _start, uint256 _end)', packs: '' },
    { signature: 'startWithdrawal(uint256 _amount)', packs: '' },
    {
      signature: 'updatePositionConfig(address _underlying, address _vault)',
      packs: '_underlying, _vault',
    },
    { signature: 'updateVaultSupervisor(address _vault_supervisor)', packs: '_vault_supervisor' },
  ],
} as const satisfies DecoderRules

/**
 * ITB positions in Reserve's baskets.
 *
 * Source: IntoTheBlock position managers; what the decoder packs was observed.
 */
export const itbReserve = {
  decoder: 'ITBReserve',
  inherits: [],
  functions: [
    { signature: 'assemble(uint256 _amount, uint256 _minOut)', packs: '' },
    { signature: 'disassemble(uint256 _amount, uint256[] _minOut)', packs: '' },
    { signature: 'fullDisassemble(uint256[] _minOut)', packs: '' },
    { signature: 'mint(uint256 _amount)', packs: '' },
    { signature: 'redeem(uint256 _amount, uint256[] _minOut)', packs: '' },
    {
      signature:
        'redeemCustom(uint256 _amount, uint48[] _basket_nonces, uint192[] _portions, address[] _expected_tokens_out, uint256[] _min_amounts)',
      memory: true,
      packs: '_expected_tokens_out[]',
    },
    { signature: 'updatePositionConfig(address _main)', packs: '_main' },
  ],
} as const satisfies DecoderRules

/**
 * Wrapped tokens that ITB positions put into Reserve.
 *
 * Source: Reserve wrapped Comet.
 */
export const itbReserveErc20Wrapped = {
  decoder: 'ITBReserveERC20Wrapped',
  functions: [
    { signature: 'deposit(uint256 amount)', packs: '' },
    { signature: 'depositTo(address _dst, uint256 amount)', packs: '_dst' },
    { signature: 'withdraw(uint256 amount)', packs: '' },
    { signature: 'withdrawTo(address _dst, uint256 amount)', packs: '_dst' },
  ],
} as const satisfies DecoderRules

/**
 * ITB positions in Syrup.
 *
 * Source: IntoTheBlock position managers.
 */
export const itbSyrup = {
  decoder: 'ITBSyrup',
  functions: [
    { signature: 'assemble()', packs: '' },
    { signature: 'deposit(uint256 _amount, bytes32 _depositData)', packs: '' },
    { signature: 'disassemble(uint256 _amount)', packs: '' },
    { signature: 'fullDisassemble()', packs: '' },
    { signature: 'startWithdrawal(uint256 _amount)', packs: '' },
    {
      signature: 'updatePositionConfig(address _syrup_router, bytes32 _depositData)',
      packs: '_syrup_router',
    },
  ],
} as const satisfies DecoderRules
