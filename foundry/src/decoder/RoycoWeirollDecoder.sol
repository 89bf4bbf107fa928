// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {NotOneOffer} from "./DecoderError.sol";
import {ERC4626Decoder} from "./ERC4626Decoder.sol";
import {high16, low16, packAddresses} from "./Packing.sol";

/// @notice What is read of the recipe market hub: the market that an offer is for.
interface IRecipeMarketHub {
    function offerHashToIPOffer(bytes32 offerHash)
        external
        view
        returns (
            uint256 offerId,
            bytes32 targetMarketHash,
            address ip,
            uint256 expiry,
            uint256 quantity,
            uint256 remainingQuantity
        );
}

/// @notice What is read of a wallet: whom it belongs to.
interface IWeirollWallet {
    function owner() external view returns (address);
}

struct RecipeOffer {
    uint256 offerID;
    bytes32 targetMarketHash;
    address ap;
    address fundingVault;
    uint256 quantity;
    uint256 expiry;
    address[] incentivesRequested;
    uint256[] incentiveAmountsRequested;
}

struct VaultOffer {
    uint256 offerID;
    address targetVault;
    address ap;
    address fundingVault;
    uint256 expiry;
    address[] incentivesRequested;
    uint256[] incentivesRatesRequested;
}

/// @notice Royco: offers on markets and their Weiroll wallets. A market's hash is packed in halves.
contract RoycoWeirollDecoder is ERC4626Decoder {
    IRecipeMarketHub public immutable recipeMarketHub;

    constructor(address recipeMarketHub_) {
        recipeMarketHub = IRecipeMarketHub(recipeMarketHub_);
    }

    function cancelAPOffer(RecipeOffer calldata offer)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(
            high16(offer.targetMarketHash),
            low16(offer.targetMarketHash),
            offer.ap,
            offer.fundingVault,
            packAddresses(offer.incentivesRequested)
        );
    }

    function cancelOffer(VaultOffer calldata offer) external pure virtual returns (bytes memory) {
        return abi.encodePacked(
            offer.targetVault,
            offer.ap,
            offer.fundingVault,
            packAddresses(offer.incentivesRequested)
        );
    }

    function createAPOffer(
        address targetVault,
        address fundingVault,
        uint256,
        uint256,
        address[] calldata incentives,
        uint256[] calldata
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(targetVault, fundingVault, packAddresses(incentives));
    }

    function createAPOffer(
        bytes32 marketHash,
        address fundingVault,
        uint256,
        uint256,
        address[] calldata incentives,
        uint256[] calldata
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(
            high16(marketHash), low16(marketHash), fundingVault, packAddresses(incentives)
        );
    }

    function fillIPOffers(
        bytes32[] calldata offerHashes,
        uint256[] calldata,
        address fundingVault,
        address frontendFeeRecipient
    ) external view virtual returns (bytes memory) {
        if (offerHashes.length != 1) revert NotOneOffer();
        (, bytes32 marketHash,,,,) = recipeMarketHub.offerHashToIPOffer(offerHashes[0]);
        return
            abi.encodePacked(
                high16(marketHash), low16(marketHash), fundingVault, frontendFeeRecipient
            );
    }

    function claim(address to) external pure virtual returns (bytes memory) {
        return abi.encodePacked(to);
    }

    function claim(address wallet, address to) external view virtual returns (bytes memory) {
        return abi.encodePacked(IWeirollWallet(wallet).owner(), to);
    }

    function executeWithdrawalScript(address wallet) external view virtual returns (bytes memory) {
        return abi.encodePacked(IWeirollWallet(wallet).owner());
    }

    function forfeit(address wallet, bool) external view virtual returns (bytes memory) {
        return abi.encodePacked(IWeirollWallet(wallet).owner());
    }

    function merkleWithdraw() external pure virtual returns (bytes memory) {
        return "";
    }

    function safeDeposit(uint256, address receiver, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver);
    }

    function withdrawMerkleDeposit(address wallet, uint256, uint256, bytes32[] calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(wallet);
    }
}
