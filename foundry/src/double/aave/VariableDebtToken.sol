// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPoolIndex, ScaledBalance} from "./ScaledBalance.sol";

/// @notice Debt of a reserve's borrowers; it grows with the borrow index and cannot be transferred.
contract VariableDebtToken is ScaledBalance {
    constructor(
        address pool,
        address asset,
        string memory tokenName,
        string memory tokenSymbol,
        uint8 tokenDecimals
    ) ScaledBalance(pool, asset, tokenName, tokenSymbol, tokenDecimals) {}

    function mint(address caller, address to, uint256 amount) external onlyPool {
        _mintScaled(caller, to, amount);
    }

    function burn(address from, uint256 amount) external onlyPool {
        _burnScaled(from, address(0), amount);
    }

    function transfer(address, uint256) external pure returns (bool) {
        revert("80");
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        revert("80");
    }

    function approve(address, uint256) external pure returns (bool) {
        revert("80");
    }

    function _index() internal view override returns (uint256) {
        return IPoolIndex(POOL).getReserveNormalizedVariableDebt(UNDERLYING_ASSET_ADDRESS);
    }

    function _rounding() internal pure override returns (Math.Rounding) {
        return Math.Rounding.Ceil;
    }
}
