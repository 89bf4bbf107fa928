// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IIrm, IMarketOracle, Market, MarketParams, Position} from "./MarketParams.sol";

/// @notice Markets, positions, interest and health of the Morpho double.
abstract contract MorphoBook is Ownable {
    using Math for uint256;

    event CreateMarket(bytes32 indexed id, MarketParams marketParams);
    event EnableIrm(address indexed irm);
    event EnableLltv(uint256 lltv);
    event SetAuthorization(
        address indexed caller,
        address indexed authorizer,
        address indexed authorized,
        bool newIsAuthorized
    );
    event AccrueInterest(
        bytes32 indexed id, uint256 prevBorrowRate, uint256 interest, uint256 feeShares
    );

    uint256 private constant VIRTUAL_SHARES = 1e6;
    uint256 private constant VIRTUAL_ASSETS = 1;

    mapping(bytes32 => Market) public market;
    mapping(bytes32 => MarketParams) public idToMarketParams;
    mapping(bytes32 => mapping(address => Position)) public position;
    mapping(address => bool) public isIrmEnabled;
    mapping(uint256 => bool) public isLltvEnabled;
    mapping(address => mapping(address => bool)) public isAuthorized;

    constructor(address owner) Ownable(owner) {}

    function enableIrm(address irm) external onlyOwner {
        require(!isIrmEnabled[irm], "already set");
        isIrmEnabled[irm] = true;
        emit EnableIrm(irm);
    }

    function enableLltv(uint256 lltv) external onlyOwner {
        require(!isLltvEnabled[lltv], "already set");
        require(lltv < 1e18, "max LLTV exceeded");
        isLltvEnabled[lltv] = true;
        emit EnableLltv(lltv);
    }

    function createMarket(MarketParams memory params) external {
        bytes32 id = _idOf(params);
        require(isIrmEnabled[params.irm], "IRM not enabled");
        require(isLltvEnabled[params.lltv], "LLTV not enabled");
        require(market[id].lastUpdate == 0, "market already created");
        market[id].lastUpdate = uint128(block.timestamp);
        idToMarketParams[id] = params;
        emit CreateMarket(id, params);
    }

    function setAuthorization(address authorized, bool newIsAuthorized) external {
        require(isAuthorized[msg.sender][authorized] != newIsAuthorized, "already set");
        isAuthorized[msg.sender][authorized] = newIsAuthorized;
        emit SetAuthorization(msg.sender, msg.sender, authorized, newIsAuthorized);
    }

    function accrueInterest(MarketParams memory params) external {
        _open(params);
    }

    /// @dev The market's id, after its interest until now; borrowers owe it, suppliers own it.
    function _open(MarketParams memory params) internal returns (bytes32 id) {
        id = _idOf(params);
        Market storage m = market[id];
        require(m.lastUpdate != 0, "market not created");
        uint256 elapsed = block.timestamp - m.lastUpdate;
        if (elapsed == 0) return id;
        uint256 rate = IIrm(params.irm).borrowRate(params, m);
        uint256 interest = uint256(m.totalBorrowAssets).mulDiv(_compounded(rate * elapsed), 1e18);
        m.totalBorrowAssets += uint128(interest);
        m.totalSupplyAssets += uint128(interest);
        m.lastUpdate = uint128(block.timestamp);
        emit AccrueInterest(id, rate, interest, 0);
    }

    /// @dev e^x - 1 as Morpho takes it, by the first three terms of its series, each rounded down.
    function _compounded(uint256 x) private pure returns (uint256) {
        uint256 second = x.mulDiv(x, 2e18);
        return x + second + second.mulDiv(x, 3e18);
    }

    function _requireLiquid(bytes32 id) internal view {
        require(
            market[id].totalBorrowAssets <= market[id].totalSupplyAssets, "insufficient liquidity"
        );
    }

    function _requireHealthy(MarketParams memory params, bytes32 id, address borrower)
        internal
        view
    {
        Position memory p = position[id][borrower];
        if (p.borrowShares == 0) return;
        Market memory m = market[id];
        uint256 debt =
            _toAssets(p.borrowShares, m.totalBorrowAssets, m.totalBorrowShares, Math.Rounding.Ceil);
        uint256 price = IMarketOracle(params.oracle).price();
        uint256 limit = uint256(p.collateral).mulDiv(price, 1e36).mulDiv(params.lltv, 1e18);
        require(debt <= limit, "insufficient collateral");
    }

    /// @dev Exactly one of the two is given; the other follows from the totals.
    function _exact(
        uint256 assets,
        uint256 shares,
        uint256[2] memory totals,
        Math.Rounding[2] memory rounding
    ) internal pure returns (uint256, uint256) {
        require((assets == 0) != (shares == 0), "inconsistent input");
        if (assets == 0) return (_toAssets(shares, totals[0], totals[1], rounding[0]), shares);
        uint256 found =
            assets.mulDiv(totals[1] + VIRTUAL_SHARES, totals[0] + VIRTUAL_ASSETS, rounding[1]);
        return (assets, found);
    }

    function _toAssets(
        uint256 shares,
        uint256 totalAssets,
        uint256 totalShares,
        Math.Rounding rounding
    ) internal pure returns (uint256) {
        return shares.mulDiv(totalAssets + VIRTUAL_ASSETS, totalShares + VIRTUAL_SHARES, rounding);
    }

    function _idOf(MarketParams memory params) internal pure returns (bytes32) {
        return keccak256(abi.encode(params));
    }
}
