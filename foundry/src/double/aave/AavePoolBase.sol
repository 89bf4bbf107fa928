// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {PriceOracle} from "../oracle/PriceOracle.sol";
import {AToken} from "./AToken.sol";
import {Reserve, ReserveMath} from "./Reserve.sol";
import {RAY} from "./ScaledBalance.sol";
import {VariableDebtToken} from "./VariableDebtToken.sol";

/// @notice Factors, in basis points, of assets that move together.
struct EMode {
    uint16 ltv;
    uint16 threshold;
}

/// @notice What Aave's `getReserveData` returns; what the double does not model is zero.
struct ReserveData {
    uint256 configuration;
    uint128 liquidityIndex;
    uint128 currentLiquidityRate;
    uint128 variableBorrowIndex;
    uint128 currentVariableBorrowRate;
    uint128 currentStableBorrowRate;
    uint40 lastUpdateTimestamp;
    uint16 id;
    address aTokenAddress;
    address stableDebtTokenAddress;
    address variableDebtTokenAddress;
    address interestRateStrategyAddress;
    uint128 accruedToTreasury;
    uint128 unbacked;
    uint128 isolationModeTotalDebt;
}

/// @notice Reserves, accounts and health of the pool; amounts of value in the oracle's USD with 8 decimals.
abstract contract AavePoolBase is Ownable {
    using ReserveMath for Reserve;
    using Math for uint256;

    event ReserveInitialized(
        address indexed asset, address indexed aToken, address variableDebtToken
    );
    event ReserveDataUpdated(
        address indexed reserve,
        uint256 liquidityRate,
        uint256 stableBorrowRate,
        uint256 variableBorrowRate,
        uint256 liquidityIndex,
        uint256 variableBorrowIndex
    );
    event ReserveUsedAsCollateralEnabled(address indexed reserve, address indexed user);
    event ReserveUsedAsCollateralDisabled(address indexed reserve, address indexed user);
    event UserEModeSet(address indexed user, uint8 categoryId);

    struct Account {
        uint256 collateral;
        uint256 debt;
        uint256 borrowable;
        uint256 liquidatable;
    }

    PriceOracle public immutable ORACLE;
    mapping(address => Reserve) internal _reserves;
    address[] internal _assets;
    mapping(address => mapping(address => bool)) public isCollateral;
    mapping(uint8 => EMode) public eModes;
    mapping(address => uint256) public getUserEMode;

    constructor(address owner, address oracle) Ownable(owner) {
        ORACLE = PriceOracle(oracle);
    }

    /// @notice Lists `asset`: factors in basis points, `borrowRate` a year in ray.
    function initReserve(address asset, uint16 ltv, uint16 threshold, uint128 borrowRate)
        external
        onlyOwner
    {
        Reserve storage reserve = _reserves[asset];
        require(address(reserve.aToken) == address(0) && ltv <= threshold, "14");
        IERC20Metadata token = IERC20Metadata(asset);
        string memory symbol = token.symbol();
        uint8 decimals = token.decimals();
        reserve.aToken = new AToken(
            address(this),
            asset,
            string.concat("Aave ", symbol),
            string.concat("a", symbol),
            decimals
        );
        reserve.debtToken = new VariableDebtToken(
            address(this),
            asset,
            string.concat("Aave Variable Debt ", symbol),
            string.concat("variableDebt", symbol),
            decimals
        );
        (reserve.ltv, reserve.threshold) = (ltv, threshold);
        reserve.decimals = decimals;
        reserve.id = uint16(_assets.length);
        reserve.borrowRate = borrowRate;
        reserve.liquidityIndex = uint128(RAY);
        reserve.borrowIndex = uint128(RAY);
        reserve.lastUpdate = uint40(block.timestamp);
        _assets.push(asset);
        emit ReserveInitialized(asset, address(reserve.aToken), address(reserve.debtToken));
    }

    /// @notice Sets the factors of an e-mode category and puts `assets` into it.
    function setEMode(uint8 category, EMode calldata mode, address[] calldata assets)
        external
        onlyOwner
    {
        require(category != 0 && mode.ltv <= mode.threshold, "16");
        eModes[category] = mode;
        for (uint256 i; i < assets.length; i++) {
            _reserves[assets[i]].eModeCategory = category;
        }
    }

    function getReservesList() external view returns (address[] memory) {
        return _assets;
    }

    function getReserveNormalizedIncome(address asset) external view returns (uint256) {
        return _reserves[asset].incomeIndex();
    }

    function getReserveNormalizedVariableDebt(address asset) external view returns (uint256) {
        return _reserves[asset].debtIndex();
    }

    function getReserveData(address asset) external view returns (ReserveData memory data) {
        Reserve storage reserve = _reserves[asset];
        // Aave's bit map: factors, decimals, active (56), borrowing enabled (58).
        data.configuration = uint256(reserve.ltv) | (uint256(reserve.threshold) << 16)
            | (uint256(reserve.decimals) << 48) | (1 << 56) | (1 << 58);
        data.liquidityIndex = reserve.liquidityIndex;
        data.currentLiquidityRate = reserve.liquidityRate;
        data.variableBorrowIndex = reserve.borrowIndex;
        data.currentVariableBorrowRate = reserve.borrowRate;
        data.lastUpdateTimestamp = reserve.lastUpdate;
        data.id = reserve.id;
        data.aTokenAddress = address(reserve.aToken);
        data.variableDebtTokenAddress = address(reserve.debtToken);
    }

    function getUserAccountData(address user)
        external
        view
        returns (
            uint256 totalCollateralBase,
            uint256 totalDebtBase,
            uint256 availableBorrowsBase,
            uint256 currentLiquidationThreshold,
            uint256 ltv,
            uint256 healthFactor
        )
    {
        Account memory account = _accountOf(user);
        totalCollateralBase = account.collateral;
        totalDebtBase = account.debt;
        if (account.borrowable > account.debt) {
            availableBorrowsBase = account.borrowable - account.debt;
        }
        if (account.collateral != 0) {
            currentLiquidationThreshold = account.liquidatable * 10_000 / account.collateral;
            ltv = account.borrowable * 10_000 / account.collateral;
        }
        healthFactor =
            account.debt == 0 ? type(uint256).max : account.liquidatable.mulDiv(1e18, account.debt);
    }

    function _open(address asset, uint256 amount) internal returns (Reserve storage reserve) {
        reserve = _reserves[asset];
        require(amount != 0, "26");
        require(address(reserve.aToken) != address(0), "27");
        reserve.accrue();
    }

    function _close(address asset) internal {
        Reserve storage reserve = _reserves[asset];
        reserve.updateRate();
        emit ReserveDataUpdated(
            asset,
            reserve.liquidityRate,
            0,
            reserve.borrowRate,
            reserve.liquidityIndex,
            reserve.borrowIndex
        );
    }

    function _setCollateral(address user, address asset, bool isOn) internal {
        if (isCollateral[user][asset] == isOn) return;
        isCollateral[user][asset] = isOn;
        if (isOn) emit ReserveUsedAsCollateralEnabled(asset, user);
        else emit ReserveUsedAsCollateralDisabled(asset, user);
    }

    function _requireHealthy(address user) internal view {
        Account memory account = _accountOf(user);
        require(account.debt <= account.liquidatable, "35");
    }

    function _requireBacked(address user) internal view {
        Account memory account = _accountOf(user);
        require(account.collateral != 0, "34");
        require(account.debt <= account.borrowable, "36");
    }

    function _accountOf(address user) private view returns (Account memory account) {
        uint256 category = getUserEMode[user];
        for (uint256 i; i < _assets.length; i++) {
            address asset = _assets[i];
            Reserve storage reserve = _reserves[asset];
            uint256 unit = 10 ** reserve.decimals;
            uint256 debt = reserve.debtToken.balanceOf(user);
            if (debt != 0) {
                account.debt += debt.mulDiv(ORACLE.getAssetPrice(asset), unit, Math.Rounding.Ceil);
            }
            if (!isCollateral[user][asset]) continue;
            uint256 held = reserve.aToken.balanceOf(user).mulDiv(ORACLE.getAssetPrice(asset), unit);
            bool isInMode = category != 0 && reserve.eModeCategory == category;
            EMode memory mode =
                isInMode ? eModes[uint8(category)] : EMode(reserve.ltv, reserve.threshold);
            account.collateral += held;
            account.borrowable += held * mode.ltv / 10_000;
            account.liquidatable += held * mode.threshold / 10_000;
        }
    }
}
