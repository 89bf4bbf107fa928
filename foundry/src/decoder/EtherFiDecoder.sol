// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

struct WithdrawRequest {
    address user;
    uint96 amountOfEEth;
    uint96 shareOfEEth;
    uint96 minAmountOut;
    uint32 nonce;
    uint32 creationTime;
}

/// @notice Liquid staking of ether.fi: eETH, weETH and the withdrawal queues.
contract EtherFiDecoder is BaseDecoder {
    function deposit() external pure virtual returns (bytes memory) {
        return "";
    }

    function depositWithERC20(address token, uint256, address referral)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(token, referral);
    }

    function wrap(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function unwrap(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function requestWithdraw(address account, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(account);
    }

    function requestWithdraw(uint96, uint96) external pure virtual returns (bytes memory) {
        return "";
    }

    function requestWithdrawWithWeETH(uint96, uint96) external pure virtual returns (bytes memory) {
        return "";
    }

    function cancelWithdraw(WithdrawRequest calldata request)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(request.user);
    }

    function claimWithdraw(WithdrawRequest calldata request)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(request.user);
    }

    function claimWithdraw(uint256) external pure virtual returns (bytes memory) {
        return "";
    }
}
