import type { DecoderRules } from '@vaultwright/manager'

const owner = 'the packed owner follows from the read of the wallet; only a refusal was observed'

/**
 * Royco: offers on markets and their Weiroll wallets. A market's hash is packed in halves.
 *
 * Incentive tokens come last, whatever their place among the arguments.
 * Source: Royco RecipeMarketHub, VaultMarketHub and WeirollWallet; what the decoder packs was observed.
 */
export const roycoWeiroll = {
  decoder: 'RoycoWeiroll',
  inherits: ['ERC4626'],
  reads: {
    offerHashToIPOffer: {
      contract: 'the recipe market hub',
      function: 'offerHashToIPOffer(bytes32)',
      returns:
        '(uint256 offerID, bytes32 targetMarketHash, address ip, uint256 expiry, uint256 quantity, uint256 remainingQuantity)',
    },
    owner: {
      contract: 'the Weiroll wallet that the calldata names',
      function: 'owner()',
      returns: '(address owner)',
    },
  },
  functions: [
    {
      signature:
        'cancelAPOffer((uint256 offerID, bytes32 targetMarketHash, address ap, address fundingVault, uint256 quantity, uint256 expiry, address[] incentivesRequested, uint256[] incentiveAmountsRequested) offer)',
      packs:
        'hi16(offer.targetMarketHash), lo16(offer.targetMarketHash), offer.ap, offer.fundingVault, offer.incentivesRequested[]',
    },
    {
      signature:
        'cancelOffer((uint256 offerID, address targetVault, address ap, address fundingVault, uint256 expiry, address[] incentivesRequested, uint256[] incentivesRatesRequested) offer)',
      packs: 'offer.targetVault, offer.ap, offer.fundingVault, offer.incentivesRequested[]',
    },
    { signature: 'claim(address to)', packs: 'to' },
    {
      signature: 'claim(address weirollWallet, address to)',
      packs: 'owner(weirollWallet), to',
      inferred: owner,
    },
    {
      signature:
        'createAPOffer(address targetVault, address fundingVault, uint256 quantity, uint256 expiry, address[] incentivesRequested, uint256[] incentivesRatesRequested)',
      packs: 'targetVault, fundingVault, incentivesRequested[]',
    },
    {
      signature:
        'createAPOffer(bytes32 targetMarketHash, address fundingVault, uint256 quantity, uint256 expiry, address[] incentivesRequested, uint256[] incentiveAmountsRequested)',
      packs: 'hi16(targetMarketHash), lo16(targetMarketHash), fundingVault, incentivesRequested[]',
    },
    {
      signature: 'executeWithdrawalScript(address weirollWallet)',
      packs: 'owner(weirollWallet)',
      inferred: owner,
    },
    {
      signature:
        'fillIPOffers(bytes32[] ipOfferHashes, uint256[] fillAmounts, address fundingVault, address frontendFeeRecipient)',
      packs:
        'hi16(offerHashToIPOffer(ipOfferHashes[0]).targetMarketHash), lo16(offerHashToIPOffer(ipOfferHashes[0]).targetMarketHash), fundingVault, frontendFeeRecipient',
      checks: ['length(ipOfferHashes) == 1'],
    },
    {
      signature: 'forfeit(address weirollWallet, bool executeWithdrawal)',
      packs: 'owner(weirollWallet)',
      inferred: owner,
    },
    { signature: 'merkleWithdraw()', packs: '' },
    {
      signature: 'safeDeposit(uint256 assets, address receiver, uint256 minShares)',
      packs: 'receiver',
    },
    {
      signature:
        'withdrawMerkleDeposit(address _weirollWallet, uint256 merkleDepositNonce, uint256 amountDepositedOnSource, bytes32[] merkleProof)',
      packs: '_weirollWallet',
    },
  ],
} as const satisfies DecoderRules
