// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {TellerDecoderAndSanitizer__BridgeWildCardLengthMustBe32Bytes} from "./DecoderError.sol";
import {low20} from "./Packing.sol";

struct OnChainWithdraw {
    uint96 nonce;
    address user;
    address assetOut;
    uint128 amountOfShares;
    uint128 amountOfAssets;
    uint40 creationTime;
    uint24 secondsToMaturity;
    uint24 secondsToDeadline;
}

/// @notice The tellers and withdrawal queues of other vaults.
contract TellerDecoder is BaseDecoder {
    function deposit(address depositAsset, uint256, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(depositAsset);
    }

    function deposit(address depositAsset, uint256, uint256, address referrer)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(depositAsset, referrer);
    }

    function withdraw(address withdrawAsset, uint256, uint256, address to)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(withdrawAsset, to);
    }

    function bulkDeposit(address depositAsset, uint256, uint256, address to)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(depositAsset, to);
    }

    function bulkWithdraw(address withdrawAsset, uint256, uint256, address to)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(withdrawAsset, to);
    }

    function bridge(uint96, address to, bytes calldata bridgeWildCard, address feeToken, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(to, _destination(bridgeWildCard), feeToken);
    }

    function depositAndBridge(
        address depositAsset,
        uint256,
        uint256,
        address to,
        bytes calldata bridgeWildCard,
        address feeToken,
        uint256
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(depositAsset, to, _destination(bridgeWildCard), feeToken);
    }

    function depositAndBridge(
        address depositAsset,
        uint256,
        uint256,
        address to,
        bytes calldata bridgeWildCard,
        address feeToken,
        uint256,
        address referrer
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(depositAsset, to, _destination(bridgeWildCard), feeToken, referrer);
    }

    function requestOnChainWithdraw(address asset, uint128, uint16, uint24)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(asset);
    }

    function cancelOnChainWithdraw(OnChainWithdraw memory request)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(request.user, request.assetOut);
    }

    function replaceOnChainWithdraw(OnChainWithdraw memory oldRequest, uint16, uint24)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(oldRequest.user, oldRequest.assetOut);
    }

    /// @dev The wild card names the other chain: a LayerZero endpoint or a CCIP selector.
    function _destination(bytes calldata bridgeWildCard) private pure returns (address) {
        if (bridgeWildCard.length != 32) {
            revert TellerDecoderAndSanitizer__BridgeWildCardLengthMustBe32Bytes();
        }
        return low20(bytes32(bridgeWildCard));
    }
}
