// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {AToken} from "./AToken.sol";
import {RAY} from "./ScaledBalance.sol";
import {VariableDebtToken} from "./VariableDebtToken.sol";

/// @notice One asset of the pool; factors in basis points, indexes and yearly rates in ray.
struct Reserve {
    AToken aToken;
    VariableDebtToken debtToken;
    uint16 id;
    uint16 ltv;
    uint16 threshold;
    uint8 decimals;
    uint8 eModeCategory;
    uint40 lastUpdate;
    uint128 liquidityIndex;
    uint128 borrowIndex;
    uint128 liquidityRate;
    uint128 borrowRate;
}

/// @notice Interest of a reserve: a fixed borrow rate, all of which goes to the suppliers.
library ReserveMath {
    using Math for uint256;

    function incomeIndex(Reserve storage reserve) internal view returns (uint256) {
        uint256 index = reserve.liquidityIndex;
        return index + index.mulDiv(_growth(reserve, reserve.liquidityRate), RAY);
    }

    function debtIndex(Reserve storage reserve) internal view returns (uint256) {
        uint256 index = reserve.borrowIndex;
        uint256 growth = _growth(reserve, reserve.borrowRate);
        return index + index.mulDiv(growth, RAY, Math.Rounding.Ceil);
    }

    function accrue(Reserve storage reserve) internal {
        (uint256 income, uint256 debt) = (incomeIndex(reserve), debtIndex(reserve));
        reserve.liquidityIndex = uint128(income);
        reserve.borrowIndex = uint128(debt);
        reserve.lastUpdate = uint40(block.timestamp);
    }

    /// @dev Suppliers share what borrowers pay, so both sides always grow by the same amount.
    function updateRate(Reserve storage reserve) internal {
        uint256 supplied = reserve.aToken.totalSupply();
        uint256 borrowed = reserve.debtToken.totalSupply();
        // Debt over supply passes one by dust only when everything is lent out.
        uint256 lent = Math.min(borrowed, supplied);
        reserve.liquidityRate =
            supplied == 0 ? 0 : uint128(uint256(reserve.borrowRate).mulDiv(lent, supplied));
    }

    function _growth(Reserve storage reserve, uint256 rate) private view returns (uint256) {
        return rate * (block.timestamp - reserve.lastUpdate) / 365 days;
    }
}
