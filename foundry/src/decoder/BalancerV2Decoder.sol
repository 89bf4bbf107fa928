// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {BytesNotEmpty, InternalBalanceNotSupported} from "./DecoderError.sol";
import {packAddresses} from "./Packing.sol";

struct SingleSwap {
    bytes32 poolId;
    uint8 kind;
    address assetIn;
    address assetOut;
    uint256 amount;
    bytes userData;
}

struct FundManagement {
    address sender;
    bool fromInternalBalance;
    address recipient;
    bool toInternalBalance;
}

/// @dev A join or an exit: the amounts are upper or lower bounds, the balance is used or credited.
struct PoolRequest {
    address[] assets;
    uint256[] limits;
    bytes userData;
    bool internalBalance;
}

/// @notice Balancer v2: swaps, joins, exits, flash loans and gauges. Internal balances are refused.
contract BalancerV2Decoder is BaseDecoder {
    function flashLoan(
        address recipient,
        address[] calldata tokens,
        uint256[] calldata,
        bytes calldata
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(recipient, packAddresses(tokens));
    }

    function swap(SingleSwap calldata singleSwap, FundManagement calldata funds, uint256, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        if (singleSwap.userData.length != 0) revert BytesNotEmpty();
        if (funds.fromInternalBalance || funds.toInternalBalance) {
            revert InternalBalanceNotSupported();
        }
        return abi.encodePacked(
            bytes20(singleSwap.poolId),
            singleSwap.assetIn,
            singleSwap.assetOut,
            funds.sender,
            funds.recipient
        );
    }

    function joinPool(bytes32 poolId, address sender, address recipient, PoolRequest calldata req)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return _packRequest(poolId, sender, recipient, req);
    }

    function exitPool(bytes32 poolId, address sender, address recipient, PoolRequest calldata req)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return _packRequest(poolId, sender, recipient, req);
    }

    function deposit(uint256, address recipient) external pure virtual returns (bytes memory) {
        return abi.encodePacked(recipient);
    }

    function withdraw(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function mint(address gauge) external pure virtual returns (bytes memory) {
        return abi.encodePacked(gauge);
    }

    function _packRequest(
        bytes32 poolId,
        address sender,
        address recipient,
        PoolRequest calldata req
    ) private pure returns (bytes memory) {
        if (req.internalBalance) revert InternalBalanceNotSupported();
        return abi.encodePacked(bytes20(poolId), sender, recipient, packAddresses(req.assets));
    }
}
