// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {NotOneAmount} from "./DecoderError.sol";

/// @notice What is read of the vault: the tokens that its amounts belong to, in order.
interface IDvStETH {
    function underlyingTokens() external view returns (address[] memory);
}

/// @notice The decentralised-validator vault of Mellow: a deposit is of one token, whichever form it
/// has.
contract DvStETHDecoder is BaseDecoder {
    IDvStETH public immutable dvStETH;

    constructor(address dvStETH_) {
        dvStETH = IDvStETH(dvStETH_);
    }

    function deposit(
        address depositToken,
        uint256,
        address vault,
        address receiver,
        address referral
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(depositToken, vault, receiver, referral);
    }

    function deposit(address to, uint256[] calldata amounts, uint256, uint256, uint256)
        external
        view
        virtual
        returns (bytes memory)
    {
        uint256 position = _only(amounts);
        return abi.encodePacked(dvStETH.underlyingTokens()[position], to);
    }

    function registerWithdrawal(address to, uint256, uint256[] calldata, uint256, uint256, bool)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(to);
    }

    function cancelWithdrawalRequest() external pure virtual returns (bytes memory) {
        return "";
    }

    function emergencyWithdraw(uint256[] calldata, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return "";
    }

    function _only(uint256[] calldata amounts) private pure returns (uint256 position) {
        position = type(uint256).max;
        for (uint256 i; i < amounts.length; ++i) {
            if (amounts[i] == 0) continue;
            if (position != type(uint256).max) revert NotOneAmount();
            position = i;
        }
        if (position == type(uint256).max) revert NotOneAmount();
    }
}
