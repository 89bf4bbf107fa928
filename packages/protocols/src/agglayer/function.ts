import type { DecoderRules } from '@vaultwright/manager'

/**
 * The unified bridge of the AggLayer; networks are packed as addresses.
 *
 * Source: PolygonZkEVMBridgeV2; what the decoder packs was observed.
 */
export const agglayer = {
  decoder: 'Agglayer',
  inherits: [],
  functions: [
    {
      signature:
        'bridgeAsset(uint32 destinationNetwork, address destinationAddress, uint256 amount, address token, bool forceUpdateGlobalExitRoot, bytes permitData)',
      packs: 'uint160(destinationNetwork), destinationAddress, token',
      checks: ['length(permitData) == 0'],
    },
    {
      signature:
        'bridgeMessage(uint32 destinationNetwork, address destinationAddress, bool forceUpdateGlobalExitRoot, bytes metadata)',
      packs: 'uint160(destinationNetwork), destinationAddress',
    },
    {
      signature:
        'bridgeMessageWETH(uint32 destinationNetwork, address destinationAddress, uint256 amountWETH, bool forceUpdateGlobalExitRoot, bytes metadata)',
      packs: 'uint160(destinationNetwork), destinationAddress',
    },
    {
      signature:
        'claimAsset(bytes32[32] smtProofLocalExitRoot, bytes32[32] smtProofRollupExitRoot, uint256 globalIndex, bytes32 mainnetExitRoot, bytes32 rollupExitRoot, uint32 originNetwork, address originTokenAddress, uint32 destinationNetwork, address destinationAddress, uint256 amount, bytes metadata)',
      packs:
        'uint160(originNetwork), originTokenAddress, uint160(destinationNetwork), destinationAddress',
    },
    {
      signature:
        'claimMessage(bytes32[32] smtProofLocalExitRoot, bytes32[32] smtProofRollupExitRoot, uint256 globalIndex, bytes32 mainnetExitRoot, bytes32 rollupExitRoot, uint32 originNetwork, address originAddress, uint32 destinationNetwork, address destinationAddress, uint256 amount, bytes metadata)',
      packs:
        'uint160(originNetwork), originAddress, uint160(destinationNetwork), destinationAddress',
    },
  ],
} as const satisfies DecoderRules
