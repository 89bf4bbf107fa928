// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

struct MintOrder {
    string orderId;
    uint8 orderType;
    uint120 expiry;
    uint128 nonce;
    address benefactor;
    address beneficiary;
    address collateralAsset;
    uint128 collateralAmount;
    uint128 usdeAmount;
}

struct MintRoute {
    address[] addresses;
    uint128[] ratios;
}

struct MintSignature {
    uint8 signatureType;
    bytes signatureBytes;
}

/// @notice Minting and redeeming of USDe.
contract EthenaMintingDecoder is BaseDecoder {
    function mint(MintOrder calldata order, MintRoute calldata, MintSignature calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(order.benefactor, order.beneficiary, order.collateralAsset);
    }

    function redeem(MintOrder calldata order, MintSignature calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(order.benefactor, order.beneficiary, order.collateralAsset);
    }

    function setDelegatedSigner(address delegateTo) external pure virtual returns (bytes memory) {
        return abi.encodePacked(delegateTo);
    }

    function removeDelegatedSigner(address removedSigner)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(removedSigner);
    }
}
